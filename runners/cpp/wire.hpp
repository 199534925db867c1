// Domain objects as protobuf messages, by protozero: what files of objects hold (protocol/v2/README.md, Data). Rendered
// types say of each field its number and one of the kinds below.
#pragma once

#include <cmath>
#include <stdexcept>
// Bytes of others may have a field in any shape: https://github.com/mapbox/protozero/blob/master/doc/advanced.md
#define protozero_assert(condition) \
  ((condition) ? void() : throw std::invalid_argument("a field does not have the shape of its type"))
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

#include "coder.hpp"
#include "values.hpp"

namespace wire {

using protozero::pbf_reader;
using protozero::pbf_writer;
using Number = protozero::pbf_tag_type;

// Whether there was anything to write.
template <class T>
bool write(const T& object, pbf_writer& out);
template <class T>
void read(pbf_reader in, T& object);

// Kinds that protozero names: `of_int32` has its `add_int32`, `get_int32` and so on.
#define WIRELAB_PACKED(name)                                                                 \
  struct of_##name {                                                                         \
    static constexpr bool packed = true;                                                     \
    template <class T>                                                                       \
    static void add(pbf_writer& out, Number number, T value) {                               \
      out.add_##name(number, static_cast<decltype(pbf_reader().get_##name())>(value));       \
    }                                                                                        \
    template <class T>                                                                       \
    static void get(pbf_reader& in, T& value) {                                              \
      value = static_cast<T>(in.get_##name());                                               \
    }                                                                                        \
    template <class T>                                                                       \
    static void add_all(pbf_writer& out, Number number, const std::vector<T>& values) {      \
      protozero::packed_field_##name packed(out, number);                                    \
      for (const auto each : values) packed.add_element(each);                               \
    }                                                                                        \
    template <class T>                                                                       \
    static void get_all(pbf_reader& in, std::vector<T>& values) {                            \
      for (const auto each : in.get_packed_##name()) values.push_back(static_cast<T>(each)); \
    }                                                                                        \
  };
WIRELAB_PACKED(double)
WIRELAB_PACKED(float)
WIRELAB_PACKED(int32)
WIRELAB_PACKED(int64)
WIRELAB_PACKED(uint32)
WIRELAB_PACKED(uint64)
WIRELAB_PACKED(sint32)
WIRELAB_PACKED(sint64)
WIRELAB_PACKED(fixed32)
WIRELAB_PACKED(fixed64)
WIRELAB_PACKED(sfixed32)
WIRELAB_PACKED(sfixed64)
WIRELAB_PACKED(bool)
#undef WIRELAB_PACKED

// Those that are read and written as another one, value by value.
template <class Kind, class T>
struct Converted {
  static constexpr bool packed = Kind::packed;
  template <class U>
  static void add(pbf_writer& out, Number number, const U& value) {
    Kind::add(out, number, T::to(value));
  }
  template <class U>
  static void get(pbf_reader& in, U& value) {
    std::decay_t<decltype(T::to(value))> read{};
    Kind::get(in, read);
    T::from(read, value);
  }
  template <class U>
  static void add_all(pbf_writer& out, Number number, const std::vector<U>& values) {
    std::vector<std::decay_t<decltype(T::to(values[0]))>> converted;
    for (const auto& each : values) converted.push_back(T::to(each));
    Kind::add_all(out, number, converted);
  }
  template <class U>
  static void get_all(pbf_reader& in, std::vector<U>& values) {
    std::vector<std::decay_t<decltype(T::to(values[0]))>> read;
    Kind::get_all(in, read);
    for (const auto each : read) T::from(each, values.emplace_back());
  }
};

struct EnumNumber {
  template <Enum E>
  static std::int32_t to(E value) {
    return static_cast<std::int32_t>(value);
  }
  template <Enum E>
  static void from(std::int32_t number, E& value) {
    value = static_cast<E>(number);
    name_of(value);  // throws if there is no such value
  }
};
struct of_closed : Converted<of_int32, EnumNumber> {};
struct of_open : of_int32 {};

struct Milliseconds {
  static std::int64_t to(Instant value) { return value.time_since_epoch().count(); }
  static void from(std::int64_t count, Instant& value) { value = Instant(std::chrono::milliseconds(count)); }
};
struct of_INSTANT_MILLIS : Converted<of_int64, Milliseconds> {};

struct Text {
  static constexpr bool packed = false;
  static void add(pbf_writer& out, Number number, std::string_view value) {
    out.add_string(number, value.data(), value.size());
  }
  static void get(pbf_reader& in, std::string& value) { value = in.get_string(); }
};
struct of_string : Text {};

struct of_bytes : Text {
  static void add(pbf_writer& out, Number number, const Bytes& value) {
    out.add_bytes(number, reinterpret_cast<const char*>(value.data()), value.size());
  }
  static void get(pbf_reader& in, Bytes& value) {
    const auto view = in.get_view();
    value.assign(view.data(), view.data() + view.size());
  }
};

struct of_UUID : Text {
  static void add(pbf_writer& out, Number number, const Uuid& value) {
    out.add_bytes(number, reinterpret_cast<const char*>(value.data), sizeof value.data);
  }
  static void get(pbf_reader& in, Uuid& value) {
    const auto view = in.get_view();
    if (view.size() != sizeof value.data) throw std::invalid_argument("a UUID has 16 bytes");
    std::copy_n(view.data(), sizeof value.data, value.data);
  }
};

struct of_DATE : Text {
  static void add(pbf_writer& out, Number number, const Date& value) { out.add_string(number, to_text(value)); }
  static void get(pbf_reader& in, Date& value) { from_text(in.get_string(), value); }
};

struct of_BIG_INTEGER : Text {
  static void add(pbf_writer& out, Number number, const BigInteger& value) {
    of_bytes::add(out, number, to_bytes(value));
  }
  static void get(pbf_reader& in, BigInteger& value) {
    const auto view = in.get_view();
    from_bytes({view.data(), view.size()}, value);
  }
};

struct of_message : Text {
  template <class T>
  static void add(pbf_writer& out, Number number, const T& value) {
    bool written;
    {
      pbf_writer below(out, number);
      written = write(value, below);
    }
    if (!written) out.add_message(number, "", 0);  // what is empty has left nothing
  }
  template <class T>
  static void get(pbf_reader& in, T& value) {
    read(in.get_message(), value);
  }
};

// A field of a message, as rendered types say it; `Key` is the kind of a map's keys.
template <Number number, class Kind, class Key = void>
struct Field {
  std::string_view name;  // as JSON and other formats with names have it
  std::string_view xml = name;
  Missing missing = Missing::kAbsent;

  // Whether there was anything to write.
  template <class T>
  bool add(pbf_writer& out, const T& value) const {
    if constexpr (Nullable<T>) {
      if (!value) return false;
      if constexpr (is_many<std::decay_t<decltype(*value)>>) {
        return add(out, *value);
      } else {
        Kind::add(out, number, *value);
      }
    } else if constexpr (List<T>) {
      if (value.empty()) return false;
      if constexpr (Kind::packed) {
        Kind::add_all(out, number, value);
      } else {
        for (const auto& each : value) Kind::add(out, number, each);
      }
    } else if constexpr (Map<T>) {
      for (const auto& [key, held] : value) {
        pbf_writer entry(out, number);
        Key::add(entry, 1, key);
        Kind::add(entry, 2, held);
      }
      return !value.empty();
    } else {
      if (is_zero(value)) return false;
      Kind::add(out, number, value);
    }
    return true;
  }

  template <class T>
  void get(pbf_reader& in, T&& value) const {
    using Type = std::decay_t<T>;
    if constexpr (Nullable<Type>) {
      if constexpr (is_many<std::decay_t<decltype(*value)>>) {
        get(in, value ? *value : emplace(value));
      } else {
        if (!Kind::packed && in.length() == 0 && is_logical<std::decay_t<decltype(*value)>>) return in.skip();
        Kind::get(in, emplace(value));
      }
    } else if constexpr (List<Type>) {
      if constexpr (Kind::packed) {
        if (in.wire_type() == protozero::pbf_wire_type::length_delimited) return Kind::get_all(in, value);
      }
      typename Type::value_type element{};
      Kind::get(in, element);
      value.push_back(std::move(element));
    } else if constexpr (Map<Type>) {
      typename Type::key_type key{};
      typename Type::mapped_type held{};
      for (pbf_reader entry = in.get_message(); entry.next();) {
        if (entry.tag() == 1) {
          Key::get(entry, key);
        } else {
          Kind::get(entry, held);
        }
      }
      value.insert_or_assign(std::move(key), std::move(held));
    } else {
      Kind::get(in, value);
    }
  }

 private:
  template <class T>
  static constexpr bool is_many = List<T> || Map<T>;
  // Of these the empty value stands for none at all.
  template <class T>
  static constexpr bool is_logical = std::same_as<T, Uuid> || std::same_as<T, Date> || std::same_as<T, BigInteger>;

  template <class T>
  static bool is_zero(const T& value) {
    if constexpr (std::floating_point<T>) {
      return value == 0 && !std::signbit(value);
    } else if constexpr (requires { value.empty(); }) {
      return value.empty();
    } else {
      return value == T{};
    }
  }
};

template <class T>
bool write(const T& object, pbf_writer& out) {
  bool written = false;
  each_field(object, [&](const auto& field, const auto& value) { written |= field.add(out, value); });
  return written;
}

template <class T>
void read(pbf_reader in, T& object) {
  while (in.next()) {
    if (!with_field(object, in.tag(), [&in](const auto& field, auto&& value) { field.get(in, value); })) in.skip();
  }
}

}  // namespace wire
