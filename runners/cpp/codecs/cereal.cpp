// cereal: a function `serialize` for each kind of type, which archives call.
// https://uscilab.github.io/cereal/serialization_functions.html
#include <cereal/archives/binary.hpp>
#include <cereal/archives/json.hpp>
#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <cereal/version.hpp>
#include <sstream>

#include "types.hpp"
#include "view_stream.hpp"

namespace cereal {

template <class Archive, Message T>
void serialize(Archive& archive, T& object) {
  each_member(object, [&archive](const char* name, auto& member) { archive(make_nvp(name, member)); });
}

template <class Archive>
void serialize(Archive& archive, Uuid& value) {
  archive(value.data);
}

template <class Archive>
std::int64_t save_minimal(const Archive&, const Instant& value) {
  return value.time_since_epoch().count();
}
template <class Archive>
void load_minimal(const Archive&, Instant& value, const std::int64_t& count) {
  value = Instant(std::chrono::milliseconds(count));
}

template <class Archive>
std::int32_t save_minimal(const Archive&, const Date& value) {
  return std::chrono::sys_days(value).time_since_epoch().count();
}
template <class Archive>
void load_minimal(const Archive&, Date& value, const std::int32_t& count) {
  value = std::chrono::sys_days(std::chrono::days(count));
}

// Its own member function is for Boost's archives.
template <class Archive>
struct specialize<Archive, BigInteger, specialization::non_member_load_save> {};
// Of this type alone: others, enums too, can be made integers.
template <class Archive, std::same_as<BigInteger> T>
void save(Archive& archive, const T& value) {
  archive(make_nvp("bytes", to_bytes(value)));
}
template <class Archive, std::same_as<BigInteger> T>
void load(Archive& archive, T& value) {
  Bytes bytes;
  archive(make_nvp("bytes", bytes));
  from_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, value);
}

}  // namespace cereal

namespace {

template <class Output, class Input>
Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    return direct<T>(
        [text = std::string()](const T& object) mutable -> View {
          std::ostringstream out;
          {
            Output archive(out);
            archive(object);
          }
          text = std::move(out).str();
          return text;
        },
        [](View bytes, T& object) {
          ViewStream in(bytes);
          Input archive(in);
          archive(object);
        });
  });
}

#define WIRELAB_TEXT_OF(number) #number
#define WIRELAB_VERSION(major, minor, patch) \
  WIRELAB_TEXT_OF(major) "." WIRELAB_TEXT_OF(minor) "." WIRELAB_TEXT_OF(patch)
constexpr const char* kVersion = WIRELAB_VERSION(CEREAL_VERSION_MAJOR, CEREAL_VERSION_MINOR, CEREAL_VERSION_PATCH);

using namespace cereal;
const Registered registered[] = {
    {"cereal-binary", {kVersion, open<BinaryOutputArchive, BinaryInputArchive>}},
    {"cereal-portable", {kVersion, open<PortableBinaryOutputArchive, PortableBinaryInputArchive>}},
    {"cereal-json", {kVersion, open<JSONOutputArchive, JSONInputArchive>}},
};

}  // namespace
