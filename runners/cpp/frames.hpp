// Files of objects and of encoded ones: protocol/v2/README.md, Data.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "coder.hpp"

struct Frame {
  std::size_t type = 0;
  std::string data;
};

std::vector<Frame> read_frames(const std::string& path);
void write_frames(const std::string& path, const std::vector<Frame>& frames);

// Whole files; what the system refuses is a std::system_error.
std::string read_file(const std::string& path);
void write_file(const std::string& path, View data);

// A payload type of the workload: between its objects and the bytes of protobuf messages. objects.cpp has them.
struct Payload {
  std::function<std::shared_ptr<const void>(View)> read;
  std::function<std::string(const void*)> write;
};
const std::vector<Payload>& payloads();
