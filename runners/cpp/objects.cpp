// The workload's payload types, between files of objects and the domain; and the same as a codec.
#include <protozero/version.hpp>

#include "frames.hpp"
#include "types.hpp"

namespace {

template <class T>
void written(const T& object, std::string& out) {
  wire::pbf_writer writer(out);
  wire::write(object, writer);
}

template <class T>
Payload payload() {
  return {[](View data) -> std::shared_ptr<const void> {
            auto object = std::make_shared<T>();
            wire::read(wire::pbf_reader(data.data(), data.size()), *object);
            return object;
          },
          [](const void* object) {
            std::string out;
            written(*static_cast<const T*>(object), out);
            return out;
          }};
}

template <class... T>
std::vector<Payload> payloads_of(Types<T...>) {
  return {payload<T>()...};
}

Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    return direct<T>(
        [out = std::string()](const T& object) mutable -> View {
          out.clear();
          written(object, out);
          return out;
        },
        [](View bytes, T& object) { wire::read(wire::pbf_reader(bytes.data(), bytes.size()), object); });
  });
}

const Registered registered("protozero", {PROTOZERO_VERSION_STRING, open});

}  // namespace

const std::vector<Payload>& payloads() {
  static const std::vector<Payload> all = payloads_of(domain::Payloads());
  return all;
}
