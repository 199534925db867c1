#include "session.hpp"

#include <nlohmann/json.hpp>
#include <system_error>

#include "timing.hpp"

using nlohmann::json;

std::map<std::string, Codec>& codecs() {
  static std::map<std::string, Codec> all;
  return all;
}

namespace {

json hello() {
  json versions = json::object(), unavailable = json::object();
  const auto announce = [&](const auto& offered) {
    for (const auto& [name, one] : offered) {
      if (one.missing.empty()) {
        versions[name] = one.version;
      } else {
        unavailable[name] = one.missing;
      }
    }
  };
  announce(codecs());
  announce(compressors());
  return {{"type", "ready"},           {"protocol", 2},
          {"runner", "cpp"},           {"runtime", "GCC " + std::string(__VERSION__)},
          {"versions", versions},      {"timer_resolution_ns", timer_resolution_ns()},
          {"unavailable", unavailable}};
}

json fault(const char* whose, const json& request, const std::string& what) {
  constexpr std::size_t longest = 4000;  // libraries quote what they refuse, which may be megabytes
  std::string line = request.value("type", "") + ": " + what;
  if (line.size() > longest) {
    std::size_t end = longest;
    while ((line[end] & 0xC0) == 0x80) --end;  // amid a character
    line.resize(end);
  }
  for (char& each : line) {
    if (each == '\n') each = ' ';
  }
  return {{"type", "error"}, {"whose", whose}, {"message", line}};
}

std::string text(const json& request, const char* key) {
  const auto found = request.find(key);
  return found == request.end() || found->is_null() ? "" : found->get<std::string>();
}

}  // namespace

json Session::answer(const json& request) {
  const auto type = request.value("type", "");
  const char* whose = type == "hello" || type == "load" ? "runner" : "codec";
  try {
    return handle(request);
  } catch (const std::system_error& error) {
    return fault("host", request, error.what());
  } catch (const std::bad_alloc&) {
    return fault("host", request, "there is not enough memory");
  } catch (const std::exception& error) {
    return fault(whose, request, error.what());
  } catch (...) {
    return fault(whose, request, "it threw what is no std::exception");
  }
}

json Session::handle(const json& request) {
  const auto type = request.value("type", "");
  if (type == "hello") return hello();
  if (type == "load") return load(request);
  if (type == "encode") return encode(request);
  if (type == "decode") return decode(request);
  if (type == "relay") return relay(request);
  if (type == "time") return time(request);
  if (type == "cold") return cold(request);
  if (type != "open") throw std::invalid_argument("there is no such request");
  open(request);
  return {{"type", "opened"}};
}

json Session::load(const json& request) {
  objects_.clear();
  forget();
  for (const auto& path : request["copies"]) {
    auto& copy = objects_.emplace_back();
    for (const Frame& frame : read_frames(path))
      copy.push_back({frame.type, payloads().at(frame.type).read(frame.data)});
  }
  return {{"type", "loaded"}, {"objects", objects_.at(0).size()}};
}

void Session::open(const json& request) {
  forget();
  coders_ = codecs().at(request["codec"]).open(request["parameters"].get<Parameters>());
  compressor_.reset();
  if (const auto name = text(request, "compressor"); !name.empty()) {
    const auto file = text(request, "dictionary");
    compressor_ = compressors().at(name).open(request["level"], file.empty() ? "" : read_file(file));
  }
}

// Forgets what was made with another codec, or of other objects.
void Session::forget() {
  inputs_.clear();
  messages_.clear();
  bytes_.clear();
  next_.clear();
}

json Session::encode(const json& request) {
  std::vector<Frame> frames;
  for (const Object& object : objects_.at(request["copy_index"])) {
    View bytes = coders_.at(object.type)->serialize(object.value.get());
    if (compressor_) bytes = compressor_->compress(bytes);
    frames.push_back({object.type, std::string(bytes)});
  }
  write_frames(request["file"], frames);
  return {{"type", "encoded"}, {"objects", frames.size()}};
}

json Session::decode(const json& request) {
  auto frames = read_frames(request["encoded"]);
  for (Frame& frame : frames) {
    const View bytes = compressor_ ? compressor_->decompress(frame.data) : frame.data;
    frame.data = payloads().at(frame.type).write(coders_.at(frame.type)->deserialize(bytes));
  }
  write_frames(request["file"], frames);
  return {{"type", "decoded"}, {"objects", frames.size()}};
}

json Session::relay(const json& request) {
  auto frames = read_frames(request["encoded"]);
  for (Frame& frame : frames) {
    Coder& coder = *coders_.at(frame.type);
    const View read = compressor_ ? compressor_->decompress(frame.data) : frame.data;
    View written = coder.write(coder.parse(read));
    if (compressor_) written = compressor_->compress(written);
    frame.data = std::string(written);
  }
  write_frames(request["file"], frames);
  return {{"type", "relayed"}, {"objects", frames.size()}};
}

json Session::time(const json& request) {
  const std::string operation = request["operation"], files = text(request, "files");
  const int calls = request["calls"], batches = request["batches"];
  if (operation == "canary") return timed(canary(), std::vector<Copy>(1), 0, calls, batches);
  auto [loop, copies] = work(operation);
  if (!files.empty()) loop = operation == "serialize" ? into_file(files + "/serialized") : from_file(files, copies);
  auto& next = next_[operation];
  const auto first = next;
  next = (first + static_cast<std::size_t>(calls) * static_cast<std::size_t>(batches)) % copies.size();
  return timed(loop, copies, first, calls, batches);
}

std::pair<Loop, const std::vector<Copy>&> Session::work(const std::string& operation) {
  if (operation != "nothing") last_ = operation;
  const auto& copies = inputs(last_);
  return {loop_of(operation), copies};
}

Loop Session::loop_of(const std::string& operation) const {
  Compressor* behind = compressor_.get();
  if (operation == "serialize") {
    if (behind) return each([=](const Input& in) { return behind->compress(in.coder->serialize(in.object)); });
    return each([](const Input& in) { return in.coder->serialize(in.object); });
  }
  if (operation == "deserialize") {
    if (behind) return each([=](const Input& in) { return in.coder->deserialize(behind->decompress(in.bytes)); });
    return each([](const Input& in) { return in.coder->deserialize(in.bytes); });
  }
  if (operation == "build") return each([](const Input& in) { return in.coder->build(in.object); });
  if (operation == "write") return each([](const Input& in) { return in.coder->write(in.object); });
  if (operation == "parse") return each([](const Input& in) { return in.coder->parse(in.bytes); });
  if (operation == "unbuild") return each([](const Input& in) { return in.coder->unbuild(in.object); });
  if (operation == "compress" && behind) return each([=](const Input& in) { return behind->compress(in.bytes); });
  if (operation == "decompress" && behind) return each([=](const Input& in) { return behind->decompress(in.bytes); });
  if (operation != "nothing") throw std::invalid_argument("there is no operation '" + operation + "' here");
  if (inputs_.at(last_).at(0).at(0).object) return each([](const Input& in) { return in.object; });
  return each([](const Input& in) { return in.bytes; });
}

// What an operation works on, made with the open codec when it is first timed.
const std::vector<Copy>& Session::inputs(const std::string& operation) {
  if (const auto found = inputs_.find(operation); found != inputs_.end()) return found->second;
  std::vector<Copy> copies;
  for (const auto& objects : objects_) {
    auto& copy = copies.emplace_back();
    for (const Object& object : objects) {
      Coder* coder = coders_.at(object.type).get();
      const auto kept_bytes = [&](View bytes) { return Input{coder, nullptr, bytes_.emplace_back(bytes)}; };
      const auto kept_message = [&](const void* message) {
        return Input{coder, messages_.emplace_back(coder->copy(message)).get(), {}};
      };
      const auto plain = [&] { return coder->serialize(object.value.get()); };
      if (operation == "serialize" || operation == "build") {
        copy.push_back({coder, object.value.get(), {}});
      } else if (operation == "write") {
        copy.push_back(kept_message(coder->build(object.value.get())));
      } else if (operation == "unbuild") {
        copy.push_back(kept_message(coder->parse(std::string(plain()))));
      } else if (compressor_ && (operation == "deserialize" || operation == "decompress")) {
        copy.push_back(kept_bytes(compressor_->compress(plain())));
      } else {
        copy.push_back(kept_bytes(plain()));
      }
    }
  }
  return inputs_[operation] = std::move(copies);
}

// Writes a file for each call.
Loop Session::into_file(const std::string& path) const {
  return calling([path, behind = compressor_.get()](const Copy& copy, std::size_t) {
    std::int64_t sum = 0;
    std::string all;
    for (const Input& input : copy) {
      View out = input.coder->serialize(input.object);
      if (behind) out = behind->compress(out);
      sum += sink(out);
      all += out;
    }
    write_file(path, all);
    return sum;
  });
}

// Reads a file for each call; there is one for each copy.
Loop Session::from_file(const std::string& folder, const std::vector<Copy>& copies) const {
  std::vector<std::string> paths;
  for (const Copy& copy : copies) {
    std::string all;
    for (const Input& input : copy) all += input.bytes;
    write_file(paths.emplace_back(folder + "/copy-" + std::to_string(paths.size())), all);
  }
  return calling([paths, behind = compressor_.get()](const Copy& copy, std::size_t at) {
    std::int64_t sum = 0;
    const std::string all = read_file(paths[at]);
    View rest = all;
    for (const Input& input : copy) {
      const View bytes = rest.substr(0, input.bytes.size());
      sum += sink(input.coder->deserialize(behind ? behind->decompress(bytes) : bytes));
      rest.remove_prefix(bytes.size());
    }
    return sum;
  });
}

json Session::cold(const json& request) {
  std::vector<Frame> frames;
  if (const auto encoded = text(request, "encoded"); !encoded.empty()) frames = read_frames(encoded);
  return timed(
      [&](const std::vector<Copy>&, std::size_t, int) {
        open(request);
        std::vector<Copy> copies(1);
        for (const Frame& frame : frames) copies[0].push_back({coders_.at(frame.type).get(), nullptr, frame.data});
        return loop_of(request["operation"])(frames.empty() ? inputs("serialize") : copies, 0, 1);
      },
      std::vector<Copy>(1), 0, 1, 1);
}
