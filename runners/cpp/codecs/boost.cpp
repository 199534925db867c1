// Boost.Serialization: a function `serialize` for each kind of type, which archives call.
// https://www.boost.org/doc/libs/1_74_0/libs/serialization/doc/tutorial.html
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/unique_ptr.hpp>
#include <boost/serialization/vector.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <boost/uuid/uuid_serialize.hpp>
#include <boost/version.hpp>
#include <sstream>

#include "types.hpp"
#include "view_stream.hpp"

namespace boost::serialization {

template <class Archive, Message T>
void serialize(Archive& archive, T& object, unsigned) {
  each_member(object, [&archive](const char*, auto& member) { archive& member; });
}

template <class Archive>
void save(Archive& archive, const Instant& value, unsigned) {
  const std::int64_t count = value.time_since_epoch().count();
  archive << count;
}
template <class Archive>
void load(Archive& archive, Instant& value, unsigned) {
  std::int64_t count;
  archive >> count;
  value = Instant(std::chrono::milliseconds(count));
}

template <class Archive>
void save(Archive& archive, const Date& value, unsigned) {
  const std::int32_t count = std::chrono::sys_days(value).time_since_epoch().count();
  archive << count;
}
template <class Archive>
void load(Archive& archive, Date& value, unsigned) {
  std::int32_t count;
  archive >> count;
  value = std::chrono::sys_days(std::chrono::days(count));
}

// std::optional came with 1.84, std::variant with 1.84 too: this is what those do.
template <class Archive, class T>
void save(Archive& archive, const std::optional<T>& value, unsigned) {
  const bool there = value.has_value();
  archive << there;
  if (there) archive << *value;
}
template <class Archive, class T>
void load(Archive& archive, std::optional<T>& value, unsigned) {
  bool there;
  archive >> there;
  value.reset();
  if (there) archive >> value.emplace();
}

template <class Archive, class... T>
void save(Archive& archive, const std::variant<std::monostate, T...>& value, unsigned) {
  const auto which = static_cast<std::int32_t>(value.index());
  archive << which;
  std::visit(
      [&archive](const auto& member) {
        if constexpr (!std::same_as<std::decay_t<decltype(member)>, std::monostate>) archive << member;
      },
      value);
}
template <class Archive, class... T>
void load(Archive& archive, std::variant<std::monostate, T...>& value, unsigned) {
  std::int32_t which;
  archive >> which;
  value.template emplace<0>();
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    ((which == static_cast<std::int32_t>(Index + 1) ? void(archive >> value.template emplace<Index + 1>()) : void()),
     ...);
  }
  (std::index_sequence_for<T...>());
}

template <class Archive, class T>
requires(std::same_as<T, Instant> || std::same_as<T, Date> || is_a<T, std::optional> ||
         is_a<T, std::variant>) void serialize(Archive& archive, T& value, unsigned version) {
  split_free(archive, value, version);
}

}  // namespace boost::serialization

namespace {

template <class Output, class Input>
Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    return direct<T>(
        [text = std::string()](const T& object) mutable -> View {
          std::ostringstream out;
          {
            Output archive(out);
            archive << object;
          }
          text = std::move(out).str();
          return text;
        },
        [](View bytes, T& object) {
          ViewStream in(bytes);
          Input archive(in);
          archive >> object;
        });
  });
}

const std::string version = std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) +
                            "." + std::to_string(BOOST_VERSION % 100);

using namespace boost::archive;
const Registered registered[] = {
    {"boost-binary", {version, open<binary_oarchive, binary_iarchive>}},
    {"boost-text", {version, open<text_oarchive, text_iarchive>}},
};

}  // namespace
