// Between single values of the domain and those of generated messages.
#pragma once

#include "values.hpp"

namespace protobuf_binding {

// An enum of the domain has the numbers of protoc's.
struct EnumNumber {
  std::int32_t number;
  template <Enum E>
  operator E() const {
    return static_cast<E>(number);
  }
};

// What a setter takes.
template <class T>
auto wired(const T& value) {
  if constexpr (std::same_as<T, Bytes>) {
    return std::string(value.begin(), value.end());
  } else if constexpr (std::same_as<T, Uuid>) {
    return std::string(value.begin(), value.end());
  } else if constexpr (std::same_as<T, Date>) {
    return to_text(value);
  } else if constexpr (std::same_as<T, BigInteger>) {
    return wired(to_bytes(value));
  } else if constexpr (std::same_as<T, Instant>) {
    return value.time_since_epoch().count();
  } else if constexpr (Enum<T>) {
    return EnumNumber{static_cast<std::int32_t>(value)};
  } else {
    return value;
  }
}
inline const std::string& wired(const std::string& value) { return value; }
inline EnumNumber open(std::int32_t number) { return {number}; }

// The value of a map's entry.
template <class T, class M>
void put(const T& value, M& into) {
  if constexpr (::Message<T>) {
    build(value, into);
  } else {
    into = static_cast<M>(wired(value));
  }
}

// The reverse of both.
template <class M, class T>
void take(const M& from, T& value) {
  if constexpr (::Message<T>) {
    unbuild(from, value);
  } else if constexpr (std::same_as<T, Bytes>) {
    value.assign(from.begin(), from.end());
  } else if constexpr (std::same_as<T, Uuid>) {
    if (from.size() != value.size()) throw std::invalid_argument("a UUID has 16 bytes");
    std::copy(from.begin(), from.end(), value.begin());
  } else if constexpr (std::same_as<T, Date>) {
    from_text(from, value);
  } else if constexpr (std::same_as<T, BigInteger>) {
    from_bytes(from, value);
  } else if constexpr (std::same_as<T, Instant>) {
    value = Instant(std::chrono::milliseconds(static_cast<std::int64_t>(from)));
  } else {
    value = static_cast<T>(from);
    if constexpr (Enum<T>) name_of(value);  // throws if it has none
  }
}

template <class Many, class T>
void take_all(const Many& from, std::vector<T>& list) {
  list.reserve(static_cast<std::size_t>(from.size()));
  for (const auto& each : from) {
    T value{};
    take(each, value);
    list.push_back(std::move(value));
  }
}

}  // namespace protobuf_binding
