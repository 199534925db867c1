// Protocol Buffers by Google's library, with conversion to and from generated messages: the binary format, and JSON.
// https://protobuf.dev/getting-started/cpptutorial/
#include "protobuf.hpp"

#include <google/protobuf/util/json_util.h>  // before words of C++20 are macros

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

Coders open_json(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    using M = typename protobuf_binding::Of<T>::type;
    return converting<T, M>(
        [](const T& object, M& message) { protobuf_binding::build(object, message); },
        [out = std::string()](const M& message) mutable -> View {
          out.clear();
          if (!google::protobuf::util::MessageToJsonString(message, &out).ok()) {
            throw std::invalid_argument("the message cannot be JSON");
          }
          return out;
        },
        [](View bytes, M& message) {
          if (const auto status = google::protobuf::util::JsonStringToMessage({bytes.data(), bytes.size()}, &message);
              !status.ok()) {
            throw std::invalid_argument(status.ToString());
          }
        },
        [](const M& message, T& object) { protobuf_binding::unbuild(message, object); });
  });
}

const std::string version = google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
const Registered registered("protobuf-cpp", {version, open});
const Registered registered_json("protobuf-cpp-json", {version, open_json});

}  // namespace
