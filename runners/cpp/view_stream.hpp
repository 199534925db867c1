// A std::istream over bytes of others: libraries that read streams need no copy of them.
#pragma once

#include <istream>
#include <streambuf>

#include "coder.hpp"

class ViewStream : public std::istream {
 public:
  explicit ViewStream(View bytes) : std::istream(nullptr), buffer_(bytes) { rdbuf(&buffer_); }

 private:
  struct Buffer : std::streambuf {
    explicit Buffer(View bytes) {
      char* const first = const_cast<char*>(bytes.data());  // it is only read
      setg(first, first, first + bytes.size());
    }
  };
  Buffer buffer_;
};
