#include "frames.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <protozero/varint.hpp>
#include <stdexcept>
#include <system_error>

namespace {

class File {
 public:
  File(const std::string& path, int flags) : path_(path), descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    check(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  std::size_t size() const {
    struct stat about;
    check(::fstat(descriptor_, &about));
    return static_cast<std::size_t>(about.st_size);
  }
  std::size_t read(char* into, std::size_t size) const { return check(::read(descriptor_, into, size)); }
  std::size_t write(View data) const { return check(::write(descriptor_, data.data(), data.size())); }
  void close() {
    check(::close(descriptor_));
    descriptor_ = -1;
  }

 private:
  std::size_t check(ssize_t result) const {
    if (result < 0) throw std::system_error(errno, std::generic_category(), path_);
    return static_cast<std::size_t>(result);
  }

  const std::string& path_;
  int descriptor_;
};

}  // namespace

std::string read_file(const std::string& path) {
  File file(path, O_RDONLY);
  std::string data(file.size(), '\0');
  for (std::size_t at = 0; at < data.size();) {
    const auto got = file.read(data.data() + at, data.size() - at);
    if (got == 0) throw std::runtime_error(path + ": it ends before its size says");
    at += got;
  }
  return data;
}

void write_file(const std::string& path, View data) {
  File file(path, O_WRONLY | O_CREAT | O_TRUNC);
  while (!data.empty()) data.remove_prefix(file.write(data));
  file.close();
}

std::vector<Frame> read_frames(const std::string& path) {
  const std::string data = read_file(path);
  std::vector<Frame> frames;
  const char* at = data.data();
  const char* const end = at + data.size();
  while (at != end) {
    const auto type = protozero::decode_varint(&at, end);
    const auto size = protozero::decode_varint(&at, end);
    if (size > static_cast<std::uint64_t>(end - at)) throw std::runtime_error(path + ": its last object is not whole");
    frames.push_back({type, std::string(at, size)});
    at += size;
  }
  return frames;
}

void write_frames(const std::string& path, const std::vector<Frame>& frames) {
  std::string data;
  for (const Frame& frame : frames) {
    protozero::write_varint(std::back_inserter(data), frame.type);
    protozero::write_varint(std::back_inserter(data), frame.data.size());
    data += frame.data;
  }
  write_file(path, data);
}
