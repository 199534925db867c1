// nlohmann/json, whose values are those of JSON; other formats are written from and read into them. What they have no
// type for is converted as its manual asks: https://json.nlohmann.me/features/arbitrary_types/
#include <nlohmann/json.hpp>

#include "types.hpp"

namespace {

using nlohmann::json;

enum class Format { kJson, kCbor, kMessagePack, kBson };

// That of the codec that is open: values that JSON has no type for differ by it.
Format format;  // NOLINT: the library's functions take no more than the value

constexpr const char* kItems = "items";
constexpr std::uint64_t kCborUuid = 37;  // https://www.iana.org/assignments/cbor-tags
constexpr std::uint8_t kTimestamp =
    0xff;  // -1: https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type

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
      if (format == Format::kMessagePack) return void(j = json::binary(to_timestamp(value), kTimestamp));
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
      value = from_timestamp({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
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

template <::Message T>
void to_json(json& j, const T& object) {
  if constexpr (is_bare<T>) {
    j = nullptr;
    each_field(object, [&j](const auto&, const auto& value) {
      if constexpr (!Nullable<std::decay_t<decltype(value)>>) {
        j = value;
      } else if (value) {
        j = *value;
      }
    });
    return;
  }
  j = json::object();
  auto& fields = j.get_ref<json::object_t&>();
  each_field(object, [&](const auto& field, const auto& value) {
    if constexpr (Nullable<std::decay_t<decltype(value)>>) {
      if (value) {
        fields.emplace(field.name, *value);
      } else if (field.missing == Missing::kNull) {
        fields.emplace(field.name, nullptr);
      }
    } else {
      fields.emplace(field.name, value);
    }
  });
}

template <::Message T>
bool has_its_keys(const json& j) {
  static const T any{};
  std::size_t known = 0;
  bool all = true;
  each_field(any, [&](const auto& field, const auto& value) {
    const bool is_there = j.contains(field.name);
    known += is_there;
    all &= is_there || (Nullable<std::decay_t<decltype(value)>> && field.missing != Missing::kNull);
  });
  return all && known == j.size();
}

// Whether a value is of a type, among others of which all are of other kinds, or objects with other keys.
template <class T, bool by_keys>
bool is_of(const json& j) {
  if constexpr (::Message<T> && !is_bare<T>) {
    return j.is_object() && (!by_keys || has_its_keys<T>(j));
  } else if constexpr (::Message<T>) {
    bool is_list = false;
    static const T any{};
    each_field(any, [&](const auto&, const auto& value) { is_list = List<std::decay_t<decltype(value)>>; });
    return is_list ? j.is_array() : j.is_object();
  } else if constexpr (std::same_as<T, bool>) {
    return j.is_boolean();
  } else if constexpr (std::floating_point<T>) {
    return j.is_number();
  } else if constexpr (std::integral<T>) {
    return j.is_number_integer();
  } else {
    return j.is_string() || j.is_binary();
  }
}

template <::Message T>
void from_json(const json& j, T& object) {
  if constexpr (is_bare<T>) {
    bool known = j.is_null();
    each_field(object, [&](const auto&, auto&& value) {
      if constexpr (!Nullable<std::decay_t<decltype(value)>>) {
        known = true;
        j.get_to(value);
      } else if (!known && is_of<std::decay_t<decltype(*value)>, has_objects<T>>(j)) {
        known = true;
        j.get_to(emplace(value));
      }
    });
    if (!known) throw std::invalid_argument("a value is of no member of a union");
    return;
  }
  each_field(object, [&](const auto& field, auto&& value) {
    const auto found = j.find(field.name);
    if (found == j.end() || (found->is_null() && field.missing != Missing::kBeside)) return;
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
          if constexpr (own == Format::kBson && is_bare<T>) {
            out = write(json{{kItems, object}});  // a document of BSON has names: what is a list is under one
          } else {
            out = write(json(object));
          }
          return {reinterpret_cast<const char*>(out.data()), out.size()};
        },
        [read](View bytes, T& object) {
          if constexpr (own == Format::kBson && is_bare<T>) {
            read(bytes).at(kItems).get_to(object);
          } else {
            read(bytes).get_to(object);
          }
        });
  });
}

Coders open_json(const Parameters&) {
  return opened<Format::kJson>([](const json& value) { return value.dump(); },
                               [](View bytes) { return json::parse(bytes); });
}

Coders open_cbor(const Parameters&) {
  return opened<Format::kCbor>(
      [](const json& value) { return json::to_cbor(value); },
      [](View bytes) { return json::from_cbor(bytes, true, true, json::cbor_tag_handler_t::ignore); });
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
#define WIRELAB_VERSION(major, minor, patch) \
  WIRELAB_TEXT_OF(major) "." WIRELAB_TEXT_OF(minor) "." WIRELAB_TEXT_OF(patch)
constexpr const char* kVersion =
    WIRELAB_VERSION(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);

const Registered registered[] = {
    {"nlohmann-json", {kVersion, open_json}},
    {"nlohmann-cbor", {kVersion, open_cbor}},
    {"nlohmann-msgpack", {kVersion, open_msgpack}},
    {"nlohmann-bson", {kVersion, open_bson}},
};

}  // namespace
