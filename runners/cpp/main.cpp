// The C++ runner: protocol/v2/README.md says what it answers.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "session.hpp"

int main() {
  FILE* out = fdopen(dup(STDOUT_FILENO), "w");
  if (out == nullptr || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {  // whatever a library prints
    std::perror("stdout");
    return 1;
  }
  Session session;
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = nlohmann::json::parse(line);
    if (request["type"] == "bye") break;
    // What a library says may be any bytes.
    const auto answer = session.answer(request).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (std::fprintf(out, "%s\n", answer.c_str()) < 0 || std::fflush(out) != 0) {
      std::perror("stdout");
      return 1;
    }
  }
  return 0;
}
