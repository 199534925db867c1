#include "timing.hpp"

#include <zlib.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

namespace {

std::int64_t now_ns() { return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::int64_t cpu_ns(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

struct Counters {
  std::int64_t allocated = allocated_bytes();
  std::int64_t thread = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
  std::int64_t process = cpu_ns(CLOCK_PROCESS_CPUTIME_ID);
};

}  // namespace

std::int64_t timer_resolution_ns() {
  std::int64_t least = 1'000'000;
  for (int reading = 0; reading < 2000; ++reading) {
    const auto start = now_ns();
    if (const auto step = now_ns() - start; step > 0) least = std::min(least, step);
  }
  return least;
}

Loop canary() {
  return calling([memory = [] {
    std::vector<unsigned char> made(1 << 16);
    for (std::size_t at = 0; at < made.size(); ++at) made[at] = static_cast<unsigned char>(at * 31);
    return made;
  }()](const Copy&, std::size_t) {
    const auto sum = crc32(0, memory.data(), memory.size());
    asm volatile("" : : "g"(sum) : "memory");
    return 0;
  });
}

nlohmann::json timed(const Loop& loop, const std::vector<Copy>& copies, std::size_t first, int calls, int batches) {
  std::vector<std::int64_t> starts, times, allocated, thread, process;
  std::int64_t sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    const Counters before;
    const auto start = now_ns();
    sum += loop(copies, first, calls);
    const auto ns = now_ns() - start;
    const Counters after;
    first = (first + static_cast<std::size_t>(calls)) % copies.size();
    starts.push_back(start);
    times.push_back(ns);
    allocated.push_back(after.allocated - before.allocated);
    thread.push_back(after.thread - before.thread);
    process.push_back(after.process - before.process);
  }
  return {{"type", "timed"},  {"start_ns", starts},        {"ns", times}, {"allocated_bytes", allocated},
          {"cpu_ns", thread}, {"process_cpu_ns", process}, {"sink", sum}};
}
