// Compressors behind a codec.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "coder.hpp"

class Compressor {
 public:
  virtual ~Compressor() = default;
  virtual View compress(View data) = 0;
  virtual View decompress(View data) = 0;
};

struct OfferedCompressor {
  std::string version;
  std::unique_ptr<Compressor> (*open)(int level, View dictionary);
  std::string missing;
};

const std::map<std::string, OfferedCompressor>& compressors();
