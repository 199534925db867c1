// RapidJSON: a Writer into a StringBuffer, and a Document. https://rapidjson.org/md_doc_tutorial.html
#define RAPIDJSON_HAS_STDSTRING 1
// cereal includes the same library with assertions that throw. Under one name the linker would take one of the two for
// both, and bytes that cereal refuses might end the process.
#define RAPIDJSON_NAMESPACE own_rapidjson
#define RAPIDJSON_NAMESPACE_BEGIN namespace own_rapidjson {
#define RAPIDJSON_NAMESPACE_END }
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "types.hpp"

namespace rapidjson = own_rapidjson;

namespace {

using rapidjson::StringBuffer;
using rapidjson::Value;
using Writer = rapidjson::Writer<StringBuffer>;

void write_text(Writer& out, std::string_view text) {
  out.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

template <class T>
void write(Writer& out, const T& value) {
  if constexpr (Message<T> && is_bare<T>) {
    bool written = false;
    each_field(value, [&](const auto&, const auto& held) {
      if constexpr (!Nullable<std::decay_t<decltype(held)>>) {
        written = true;
        write(out, held);
      } else if (held) {
        written = true;
        write(out, *held);
      }
    });
    if (!written) out.Null();
  } else if constexpr (Message<T>) {
    out.StartObject();
    each_field(value, [&out](const auto& field, const auto& held) {
      const auto key = [&] { out.Key(field.name.data(), static_cast<rapidjson::SizeType>(field.name.size())); };
      if constexpr (Nullable<std::decay_t<decltype(held)>>) {
        if (held) {
          key();
          write(out, *held);
        } else if (field.missing == Missing::kNull) {
          key();
          out.Null();
        }
      } else {
        key();
        write(out, held);
      }
    });
    out.EndObject();
  } else if constexpr (List<T>) {
    out.StartArray();
    for (const auto& each : value) write<typename T::value_type>(out, each);
    out.EndArray();
  } else if constexpr (Map<T>) {
    out.StartObject();
    for (const auto& [key, held] : value) {
      const std::string text = to_key(key);
      out.Key(text.data(), static_cast<rapidjson::SizeType>(text.size()));
      write(out, held);
    }
    out.EndObject();
  } else if constexpr (Enum<T>) {
    write_text(out, name_of(value));
  } else if constexpr (Texted<T>) {
    out.String(to_text(value));
  } else if constexpr (std::same_as<T, std::string>) {
    out.String(value);
  } else if constexpr (std::same_as<T, bool>) {
    out.Bool(value);
  } else if constexpr (std::floating_point<T>) {
    if (!out.Double(value)) throw std::invalid_argument("JSON has no NaN and no infinities");
  } else if constexpr (std::same_as<T, std::int32_t>) {
    out.Int(value);
  } else if constexpr (std::same_as<T, std::uint32_t>) {
    out.Uint(value);
  } else if constexpr (std::same_as<T, std::int64_t>) {
    out.Int64(value);
  } else {
    static_assert(std::same_as<T, std::uint64_t>);
    out.Uint64(value);
  }
}

void check(bool is, const char* what) {
  if (!is) throw std::invalid_argument(std::string("the document has another type where there should be ") + what);
}

std::string_view text(const Value& json) {
  check(json.IsString(), "a text");
  return {json.GetString(), json.GetStringLength()};
}

Value::ConstMemberIterator find(const Value& json, std::string_view name) {
  return json.FindMember(Value(name.data(), static_cast<rapidjson::SizeType>(name.size())));
}

template <Message T>
bool has_its_keys(const Value& json) {
  static const T any{};
  rapidjson::SizeType known = 0;
  bool all = true;
  each_field(any, [&](const auto& field, const auto& value) {
    const bool is_there = find(json, field.name) != json.MemberEnd();
    known += is_there;
    all &= is_there || (Nullable<std::decay_t<decltype(value)>> && field.missing != Missing::kNull);
  });
  return all && known == json.MemberCount();
}

// Whether a value is of a type, among others of which all are of other kinds, or objects with other keys.
template <class T, bool by_keys>
bool is_of(const Value& json) {
  if constexpr (Message<T> && !is_bare<T>) {
    return json.IsObject() && (!by_keys || has_its_keys<T>(json));
  } else if constexpr (Message<T>) {
    bool is_list = false;
    static const T any{};
    each_field(any, [&](const auto&, const auto& value) { is_list = List<std::decay_t<decltype(value)>>; });
    return is_list ? json.IsArray() : json.IsObject();
  } else if constexpr (std::same_as<T, bool>) {
    return json.IsBool();
  } else if constexpr (std::floating_point<T>) {
    return json.IsNumber();
  } else if constexpr (std::integral<T>) {
    return json.Is<T>();
  } else {
    return json.IsString();
  }
}

template <class T>
void read(const Value& json, T& value) {
  if constexpr (Message<T> && is_bare<T>) {
    bool known = json.IsNull();
    each_field(value, [&](const auto&, auto&& held) {
      if constexpr (!Nullable<std::decay_t<decltype(held)>>) {
        known = true;
        read(json, held);
      } else if (!known && is_of<std::decay_t<decltype(*held)>, has_objects<T>>(json)) {
        known = true;
        read(json, emplace(held));
      }
    });
    check(known, "one of a union's members");
  } else if constexpr (Message<T>) {
    check(json.IsObject(), "an object");
    each_field(value, [&json](const auto& field, auto&& held) {
      const auto found = find(json, field.name);
      if (found == json.MemberEnd() || (found->value.IsNull() && field.missing != Missing::kBeside)) return;
      if constexpr (Nullable<std::decay_t<decltype(held)>>) {
        read(found->value, emplace(held));
      } else {
        read(found->value, held);
      }
    });
  } else if constexpr (List<T>) {
    check(json.IsArray(), "a list");
    value.reserve(json.Size());
    for (const auto& each : json.GetArray()) {
      typename T::value_type held{};
      read(each, held);
      value.push_back(std::move(held));
    }
  } else if constexpr (Map<T>) {
    check(json.IsObject(), "an object");
    for (const auto& each : json.GetObject()) read(each.value, value[from_key<typename T::key_type>(text(each.name))]);
  } else if constexpr (Enum<T>) {
    from_name(text(json), value);
  } else if constexpr (Texted<T>) {
    from_text(text(json), value);
  } else if constexpr (std::same_as<T, std::string>) {
    value = text(json);
  } else if constexpr (std::same_as<T, bool>) {
    check(json.IsBool(), "true or false");
    value = json.GetBool();
  } else if constexpr (std::floating_point<T>) {
    check(json.IsNumber(), "a number");
    value = static_cast<T>(json.GetDouble());
  } else {
    check(json.Is<T>(), "an integer of this size");
    value = json.Get<T>();
  }
}

Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    return direct<T>(
        [out = std::make_shared<StringBuffer>()](const T& object) -> View {
          out->Clear();
          Writer writer(*out);
          write(writer, object);
          return {out->GetString(), out->GetSize()};
        },
        [](View bytes, T& object) {
          rapidjson::Document document;
          document.Parse<rapidjson::kParseFullPrecisionFlag>(bytes.data(), bytes.size());
          if (document.HasParseError()) throw std::invalid_argument(GetParseError_En(document.GetParseError()));
          read(document, object);
        });
  });
}

const Registered registered("rapidjson", {RAPIDJSON_VERSION_STRING, open});

}  // namespace
