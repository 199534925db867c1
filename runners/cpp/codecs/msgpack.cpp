// msgpack-cxx: an adaptor for each kind of type, as https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_adaptor has it.
#include <msgpack.hpp>

#include "types.hpp"

namespace {

constexpr std::int8_t kTimestamp =
    -1;  // https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type

template <class T>
concept Named = Texted<T> && !std::same_as<T, Bytes> && !std::same_as<T, Instant>;

std::string_view text(const msgpack::object& o) {
  if (o.type != msgpack::type::STR) throw msgpack::type_error();
  return {o.via.str.ptr, o.via.str.size};
}

}  // namespace

namespace msgpack {
MSGPACK_API_VERSION_NAMESPACE(MSGPACK_DEFAULT_API_NS) {
  namespace adaptor {

  template <Message T>
  struct pack<T> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, const T& object) const {
      std::uint32_t size = 0;
      each_field(object, [&](const auto&, const auto& value) {
        if constexpr (Nullable<std::decay_t<decltype(value)>>) {
          size += static_cast<bool>(value);
        } else {
          ++size;
        }
      });
      out.pack_map(size);
      each_field(object, [&](const auto& field, const auto& value) {
        if constexpr (Nullable<std::decay_t<decltype(value)>>) {
          if (value) out.pack(field.name).pack(*value);
        } else {
          out.pack(field.name).pack(value);
        }
      });
      return out;
    }
  };

  template <Message T>
  struct convert<T> {
    const msgpack::object& operator()(const msgpack::object& o, T& into) const {
      if (o.type != type::MAP) throw type_error();
      const auto* next = o.via.map.ptr;
      const auto* const end = next + o.via.map.size;
      each_field(into, [&](const auto& field, auto&& value) {
        const auto* found = next;
        while (found != end && text(found->key) != field.name) ++found;  // the first, if the fields come in order
        if (found == end) return;
        if (found == next) ++next;
        if constexpr (Nullable<std::decay_t<decltype(value)>>) {
          found->val.convert(emplace(value));
        } else {
          found->val.convert(value);
        }
      });
      return o;
    }
  };

  template <Enum T>
  struct pack<T> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, T value) const {
      return out.pack(name_of(value));
    }
  };
  template <Enum T>
  struct convert<T> {
    const msgpack::object& operator()(const msgpack::object& o, T& value) const {
      from_name(text(o), value);
      return o;
    }
  };

  template <Named T>
  struct pack<T> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, const T& value) const {
      return out.pack(to_text(value));
    }
  };
  template <Named T>
  struct convert<T> {
    const msgpack::object& operator()(const msgpack::object& o, T& value) const {
      from_text(text(o), value);
      return o;
    }
  };

  // The library's own for time points is for those of nanoseconds, which end in 2262.
  template <>
  struct pack<Instant> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, Instant value) const {
      const Bytes bytes = to_timestamp(value);
      out.pack_ext(bytes.size(), kTimestamp);
      return out.pack_ext_body(reinterpret_cast<const char*>(bytes.data()), static_cast<std::uint32_t>(bytes.size()));
    }
  };
  template <>
  struct convert<Instant> {
    const msgpack::object& operator()(const msgpack::object& o, Instant& value) const {
      if (o.type != type::EXT || o.via.ext.type() != kTimestamp) throw type_error();
      value = from_timestamp({o.via.ext.data(), o.via.ext.size});
      return o;
    }
  };

  }  // namespace adaptor
}
}  // namespace msgpack

namespace {

Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    return direct<T>(
        [out = std::make_shared<msgpack::sbuffer>()](const T& object) -> View {
          out->clear();
          msgpack::pack(*out, object);
          return {out->data(), out->size()};
        },
        [](View bytes, T& object) { msgpack::unpack(bytes.data(), bytes.size()).get().convert(object); });
  });
}

const Registered registered("msgpack-cxx", {MSGPACK_VERSION, open});

}  // namespace
