// What a codec is to the runner.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Bytes of others; those that a coder or a compressor gives are good until it is asked again.
using View = std::string_view;

// A codec that is ready for one type. Objects and messages that it gives are good until it is asked again, when they
// are destroyed: that is part of what an object costs in C++, as collecting it is elsewhere.
class Coder {
 public:
  virtual ~Coder() = default;
  virtual View serialize(const void* object) = 0;
  virtual const void* deserialize(View bytes) = 0;
  // Of libraries with message classes of their own.
  virtual const void* build(const void*) { throw std::logic_error("this library has no messages of its own"); }
  virtual View write(const void* message) { return serialize(message); }
  virtual const void* parse(View bytes) { return deserialize(bytes); }
  virtual const void* unbuild(const void*) { throw std::logic_error("this library has no messages of its own"); }
  virtual std::shared_ptr<const void> copy(const void*) { return {}; }
};

using Coders = std::vector<std::unique_ptr<Coder>>;  // one for each payload type
using Parameters = std::map<std::string, std::string>;

// A codec of codecs.toml. What cannot be offered here has a reason.
struct Codec {
  std::string version;
  Coders (*open)(const Parameters&) = nullptr;
  std::string missing = {};
};

std::map<std::string, Codec>& codecs();

struct Registered {
  Registered(const char* name, Codec codec) { codecs().emplace(name, std::move(codec)); }
};

// A coder of T that a library's functions make: `write(object)` gives bytes, `read(bytes, object)` fills an empty
// object.
template <class T, class Write, class Read>
class Direct final : public Coder {
 public:
  Direct(Write write, Read read) : write_(std::move(write)), read_(std::move(read)) {}
  View serialize(const void* object) override { return write_(*static_cast<const T*>(object)); }
  const void* deserialize(View bytes) override {
    read_(bytes, object_.emplace());
    return &*object_;
  }

 private:
  Write write_;
  Read read_;
  std::optional<T> object_;
};

template <class T, class Write, class Read>
std::unique_ptr<Coder> direct(Write write, Read read) {
  return std::make_unique<Direct<T, Write, Read>>(std::move(write), std::move(read));
}

// A coder of T by messages M of the library: `build` and `unbuild` fill an empty one of the other.
template <class T, class M, class Build, class Write, class Parse, class Unbuild>
class Converting final : public Coder {
 public:
  Converting(Build build, Write write, Parse parse, Unbuild unbuild)
      : build_(std::move(build)), write_(std::move(write)), parse_(std::move(parse)), unbuild_(std::move(unbuild)) {}
  View serialize(const void* object) override { return write(build(object)); }
  const void* deserialize(View bytes) override { return unbuild(parse(bytes)); }
  const void* build(const void* object) override {
    build_(*static_cast<const T*>(object), message_.emplace());
    return &*message_;
  }
  View write(const void* message) override { return write_(*static_cast<const M*>(message)); }
  const void* parse(View bytes) override {
    parse_(bytes, message_.emplace());
    return &*message_;
  }
  const void* unbuild(const void* message) override {
    unbuild_(*static_cast<const M*>(message), object_.emplace());
    return &*object_;
  }
  std::shared_ptr<const void> copy(const void* message) override {
    return std::make_shared<const M>(*static_cast<const M*>(message));
  }

 private:
  Build build_;
  Write write_;
  Parse parse_;
  Unbuild unbuild_;
  std::optional<M> message_;
  std::optional<T> object_;
};

template <class T, class M, class Build, class Write, class Parse, class Unbuild>
std::unique_ptr<Coder> converting(Build build, Write write, Parse parse, Unbuild unbuild) {
  return std::make_unique<Converting<T, M, Build, Write, Parse, Unbuild>>(std::move(build), std::move(write),
                                                                          std::move(parse), std::move(unbuild));
}

template <class... T>
struct Types {};

// The coders of all payload types; `make` is asked with each type.
template <class... T, class Make>
Coders coders_of(Types<T...>, Make make) {
  Coders made;
  (made.push_back(make.template operator()<T>()), ...);
  return made;
}
