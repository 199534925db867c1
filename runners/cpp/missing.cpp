// In the place of codecs whose source does not compile here.
#include <string>

#include "coder.hpp"

namespace {

const std::string kWhy =
#include WHY
    ;

const bool registered = [] {
  for (const char* name : {NAMES}) {
    codecs()[name] = {"", nullptr,
                      "it was not compiled: " + kWhy + "; its library is of sudo apt-get install " PACKAGE};
  }
  return true;
}();

}  // namespace
