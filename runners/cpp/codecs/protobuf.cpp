// Protocol Buffers by Google's library, with conversion to and from generated messages.
// https://protobuf.dev/getting-started/cpptutorial/
#include "protobuf.hpp"

namespace {

Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    using M = typename protobuf_binding::Of<T>::type;
    return converting<T, M>([](const T& object, M& message) { protobuf_binding::build(object, message); },
                            [out = std::string()](const M& message) mutable -> View {
                              message.SerializeToString(&out);
                              return out;
                            },
                            [](View bytes, M& message) {
                              if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
                                throw std::invalid_argument("the bytes are no such message");
                              }
                            },
                            [](const M& message, T& object) { protobuf_binding::unbuild(message, object); });
  });
}

const std::string version = google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
const Registered registered("protobuf-cpp", {version, open});

}  // namespace
