// nlohmann/json, whose values are those of JSON; other formats are written from and read into them. What they have no
// type for is converted as its manual asks: https://json.nlohmann.me/features/arbitrary_types/
#include <charconv>
#include <nlohmann/json.hpp>

#include "types.hpp"

namespace {

using nlohmann::json;

enum class Format { kJson, kCbor, kMessagePack, kBson };

// That of the codec that is open: values that JSON has no type for differ by it.
Format format;  // NOLINT: the library's functions take no more than the value

constexpr std::uint64_t kCborUuid = 37;      // https://www.iana.org/assignments/cbor-tags
constexpr std::int8_t kTimestamp = -1;       // https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type

// MessagePack's timestamp in the smallest form that holds it.
json timestamp(Instant value) {
  using namespace std::chrono;
  const auto second = floor<seconds>(value);
  const auto seconds = static_cast<std::uint64_t>(second.time_since_epoch().count());
  const auto nanoseconds = static_cast<std::uint64_t>(duration_cast<std::chrono::nanoseconds>(value - second).count());
  Bytes bytes;
  const auto append = [&](std::uint64_t number, int size) {
    while (size-- > 0) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * size));
  };
  if (seconds >> 34 != 0) {
    append(nanoseconds, 4);
    append(seconds, 8);
  } else if (nanoseconds != 0 || seconds >> 32 != 0) {
    append(nanoseconds << 34 | seconds, 8);
  } else {
    append(seconds, 4);
  }
  return json::binary(std::move(bytes), static_cast<std::uint8_t>(kTimestamp));
}

Instant instant(const json::binary_t& bytes) {
  const auto number = [&](std::size_t from, std::size_t to) {
    std::uint64_t made = 0;
    for (; from < to; ++from) made = made << 8 | bytes[from];
    return made;
  };
  std::uint64_t seconds = 0, nanoseconds = 0;
  if (bytes.size() == 4) {
    seconds = number(0, 4);
  } else if (bytes.size() == 8) {
    nanoseconds = number(0, 8) >> 34;
    seconds = number(0, 8) & ((std::uint64_t{1} << 34) - 1);
  } else if (bytes.size() == 12) {
    nanoseconds = number(0, 4);
    seconds = number(4, 12);
  } else {
    throw std::invalid_argument("this is no timestamp of MessagePack");
  }
  return Instant(std::chrono::milliseconds(static_cast<std::int64_t>(seconds) * 1000 +
                                           static_cast<std::int64_t>(nanoseconds / 1'000'000)));
}

// Keys of maps are text in all these formats.
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
Key from_key(const std::string& text) {
  if constexpr (std::same_as<Key, std::string>) {
    return text;
  } else if constexpr (std::same_as<Key, bool>) {
    if (text != "true" && text != "false") throw std::invalid_argument("'" + text + "' is neither true nor false");
    return text == "true";
  } else {
    Key key{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
    if (error != std::errc() || end != text.data() + text.size()) {
      throw std::invalid_argument("'" + text + "' is no number of this size");
    }
    return key;
  }
}

}  // namespace

namespace nlohmann {

template <Texted T>
struct adl_serializer<T> {
  static void to_json(json& j, const T& value) {
    if constexpr (std::same_as<T, Bytes>) {
      if (format != Format::kJson) return void(j = json::binary(value));
    } else if constexpr (std::same_as<T, Uuid>) {
      if (format == Format::kCbor) return void(j = json::binary(Bytes(value.begin(), value.end()), kCborUuid));
    } else if constexpr (std::same_as<T, Instant>) {
      if (format == Format::kMessagePack) return void(j = timestamp(value));
    }
    j = to_text(value);
  }

  static void from_json(const json& j, T& value) {
    if (!j.is_binary()) return from_text(j.get_ref<const std::string&>(), value);
    const auto& bytes = j.get_binary();
    if constexpr (std::same_as<T, Bytes>) {
      value = bytes;
    } else if constexpr (std::same_as<T, Uuid>) {
      if (bytes.size() != value.size()) throw std::invalid_argument("a UUID has 16 bytes");
      std::copy(bytes.begin(), bytes.end(), value.begin());
    } else if constexpr (std::same_as<T, Instant>) {
      value = instant(bytes);
    } else {
      throw std::invalid_argument("these are bytes, where text is needed");
    }
  }
};

template <Enum T>
struct adl_serializer<T> {
  static void to_json(json& j, T value) { j = name_of(value); }
  static void from_json(const json& j, T& value) { from_name(j.get_ref<const std::string&>(), value); }
};

template <Map T>
struct adl_serializer<T> {
  static void to_json(json& j, const T& map) {
    j = json::object();
    auto& object = j.get_ref<json::object_t&>();
    for (const auto& [key, value] : map) object.emplace(to_key(key), value);
  }
  static void from_json(const json& j, T& map) {
    for (const auto& [key, value] : j.get_ref<const json::object_t&>()) {
      value.get_to(map[from_key<typename T::key_type>(key)]);
    }
  }
};

}  // namespace nlohmann

namespace domain {

template <class T>
  requires requires(T& object) { members_of(object); }
void to_json(json& j, const T& object) {
  j = json::object();
  auto& fields = j.get_ref<json::object_t&>();
  each_field(object, [&](const auto& field, const auto& value) {
    if constexpr (Nullable<std::decay_t<decltype(value)>>) {
      if (value) fields.emplace(field.name, *value);
    } else {
      fields.emplace(field.name, value);
    }
  });
}

template <class T>
  requires requires(T& object) { members_of(object); }
void from_json(const json& j, T& object) {
  each_field(object, [&](const auto& field, auto&& value) {
    const auto found = j.find(field.name);
    if (found == j.end() || found->is_null()) return;
    if constexpr (Nullable<std::decay_t<decltype(value)>>) {
      found->get_to(emplace(value));
    } else {
      found->get_to(value);
    }
  });
}

}  // namespace domain

namespace {

// The coders of a format, of which `Write` makes bytes and `Read` values.
template <Format own, class Write, class Read>
Coders opened(Write write, Read read) {
  format = own;
  return coders_of(domain::Payloads(), [&]<class T>() {
    return direct<T>(
        [write, out = write(json::object())](const T& object) mutable -> View {
          out = write(json(object));
          return {reinterpret_cast<const char*>(out.data()), out.size()};
        },
        [read](View bytes, T& object) { read(bytes).get_to(object); });
  });
}

Coders open_json(const Parameters&) {
  return opened<Format::kJson>([](const json& value) { return value.dump(); }, [](View bytes) { return json::parse(bytes); });
}

Coders open_cbor(const Parameters&) {
  return opened<Format::kCbor>([](const json& value) { return json::to_cbor(value); }, [](View bytes) {
    return json::from_cbor(bytes, true, true, json::cbor_tag_handler_t::ignore);
  });
}

Coders open_msgpack(const Parameters&) {
  return opened<Format::kMessagePack>([](const json& value) { return json::to_msgpack(value); },
                                      [](View bytes) { return json::from_msgpack(bytes); });
}

Coders open_bson(const Parameters&) {
  return opened<Format::kBson>([](const json& value) { return json::to_bson(value); },
                               [](View bytes) { return json::from_bson(bytes); });
}

#define WIRELAB_TEXT_OF(number) #number
#define WIRELAB_VERSION(major, minor, patch) WIRELAB_TEXT_OF(major) "." WIRELAB_TEXT_OF(minor) "." WIRELAB_TEXT_OF(patch)
constexpr const char* kVersion =
    WIRELAB_VERSION(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);

const Registered registered[] = {
    {"nlohmann-json", {kVersion, open_json}},
    {"nlohmann-cbor", {kVersion, open_cbor}},
    {"nlohmann-msgpack", {kVersion, open_msgpack}},
    {"nlohmann-bson", {kVersion, open_bson}},
};

}  // namespace
