// What C++ has no type of its own for, how such values are written as text, and what a field of a domain type can be.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/uuid/uuid.hpp>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

using Bytes = std::vector<std::uint8_t>;
using Uuid = boost::uuids::uuid;
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
using Date = std::chrono::year_month_day;
using BigInteger = boost::multiprecision::cpp_int;

// Text as every runner writes it (docs/codecs.md); what is no such value is a std::invalid_argument.
std::string to_text(const Uuid& value);
std::string to_text(const Instant& value);  // RFC 3339; years before 0 and after 9999 are refused
std::string to_text(const Date& value);
std::string to_text(const BigInteger& value);
std::string to_text(const Bytes& value);  // base64
void from_text(std::string_view text, Uuid& value);
void from_text(std::string_view text, Instant& value);
void from_text(std::string_view text, Date& value);
void from_text(std::string_view text, BigInteger& value);
void from_text(std::string_view text, Bytes& value);

// Two's complement, big-endian, as short as possible.
Bytes to_bytes(const BigInteger& value);
void from_bytes(std::string_view bytes, BigInteger& value);

// MessagePack's timestamp, in the smallest form that holds it.
Bytes to_timestamp(Instant value);
Instant from_timestamp(std::string_view bytes);

// The key of a map as text, where a format has no others.
template <class Key>
std::string to_key(const Key& key) {
  if constexpr (std::same_as<Key, std::string>) {
    return key;
  } else if constexpr (std::same_as<Key, bool>) {
    return key ? "true" : "false";
  } else {
    return std::to_string(key);
  }
}

template <class Key>
Key from_key(std::string_view text) {
  if constexpr (std::same_as<Key, std::string>) {
    return std::string(text);
  } else if constexpr (std::same_as<Key, bool>) {
    if (text != "true" && text != "false") throw std::invalid_argument("a key is neither true nor false");
    return text == "true";
  } else {
    Key key{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
    if (error != std::errc() || end != text.data() + text.size()) throw std::invalid_argument("a key is no number");
    return key;
  }
}

// A member of a union, which behaves like a std::optional: rendered types hold a std::variant, and may visit its
// members.
template <std::size_t Index, class Variant>
struct Member {
  Variant* variant;
  explicit operator bool() const { return variant->index() == Index; }
  decltype(auto) operator*() const { return held(std::get<Index>(*variant)); }
  auto& emplace() const { return held(make(variant->template emplace<Index>())); }

 private:
  template <class T>
  static T& held(T& value) {
    return value;
  }
  template <class T>
  static T& held(std::unique_ptr<T>& value) {
    return *value;
  }
  template <class T>
  static const T& held(const std::unique_ptr<T>& value) {
    return *value;
  }
  template <class T>
  static T& make(T& value) {
    return value;
  }
  template <class T>
  static std::unique_ptr<T>& make(std::unique_ptr<T>& value) {
    return value = std::make_unique<T>();
  }
};

template <class T>
auto& emplace(std::optional<T>& value) {
  return value.emplace();
}
template <class T>
auto& emplace(std::unique_ptr<T>& value) {
  return *(value = std::make_unique<T>());
}
template <std::size_t Index, class Variant>
auto& emplace(const Member<Index, Variant>& value) {
  return value.emplace();
}

template <class T, template <class...> class Of>
inline constexpr bool is_a = false;
template <class... T, template <class...> class Of>
inline constexpr bool is_a<Of<T...>, Of> = true;
template <class T>
inline constexpr bool is_member = false;
template <std::size_t Index, class Variant>
inline constexpr bool is_member<Member<Index, Variant>> = true;

// Of the workload's types, what XML calls one.
template <class T>
inline constexpr const char* element_of = nullptr;
template <class T>
concept Message = element_of<std::remove_const_t<T>>
!= nullptr;

// Of the workload's types, whether documents have what one holds in its place; and whether that may be objects of
// several kinds, which are known by their keys.
template <class T>
inline constexpr bool is_bare = false;
template <class T>
inline constexpr bool has_objects = false;

// What stands in a document for a field that holds nothing: no key, or null. Beside means that both may be, and null is
// a value that holds nothing.
enum class Missing { kAbsent, kNull, kBeside };

// What a field can be. A null says that it is absent.
template <class T>
concept Nullable = is_a<T, std::optional> || is_a<T, std::unique_ptr> || is_member<T>;
template <class T>
concept List = is_a<T, std::vector> && !std::same_as<T, Bytes>;
template <class T>
concept Map = is_a<T, std::map>;
template <class T>
concept Enum = std::is_enum_v<T>;
template <class T>
concept Scalar = std::is_arithmetic_v<T>;
// A value whose text is `to_text`.
template <class T>
concept Texted = std::same_as<T, Uuid> || std::same_as<T, Instant> || std::same_as<T, Date> ||
    std::same_as<T, BigInteger> || std::same_as<T, Bytes>;
