// The timing loop: protocol/v2/README.md, Timing. It knows no codec.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "coder.hpp"

// An object, a message or bytes, with the coder of its type.
struct Input {
  Coder* coder = nullptr;
  const void* object = nullptr;
  View bytes = {};
};
using Copy = std::vector<Input>;

// The sink: the optimiser has to take it that somebody looks at each output.
inline std::int64_t sink(View out) {
  asm volatile("" : : "g"(out.data()) : "memory");
  if (out.empty()) return 0;
  const auto byte = [out](std::size_t at) { return static_cast<std::int64_t>(static_cast<unsigned char>(out[at])); };
  return static_cast<std::int64_t>(out.size()) + byte(0) + byte(out.size() / 2) + byte(out.size() - 1);
}
inline std::int64_t sink(const void* object) {
  asm volatile("" : : "g"(object) : "memory");
  return 1;
}

// Makes calls on copies, from the copy `next` on, and gives the sink's sum. Only it is between the clock's readings.
using Loop = std::function<std::int64_t(const std::vector<Copy>& copies, std::size_t next, int calls)>;

// The loop whose call does `one` with a copy: it gives the sum of that.
template <class One>
Loop calling(One one) {
  return [one](const std::vector<Copy>& copies, std::size_t next, int calls) {
    std::int64_t sum = 0;
    for (int call = 0; call < calls; ++call) {
      sum += one(copies[next], next);
      if (++next == copies.size()) next = 0;
    }
    return sum;
  };
}

// The loop that operates on each object of a copy.
template <class Operate>
Loop each(Operate operate) {
  return calling([operate](const Copy& copy, std::size_t) {
    std::int64_t sum = 0;
    for (const Input& input : copy) sum += sink(operate(input));
    return sum;
  });
}

Loop canary();
std::int64_t timer_resolution_ns();

// The answer to `time`.
nlohmann::json timed(const Loop& loop, const std::vector<Copy>& copies, std::size_t first, int calls, int batches);

// Bytes that this thread has asked the system's allocator for since it began: allocations.cpp.
std::int64_t allocated_bytes();
