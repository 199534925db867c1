// What the runner holds between two requests.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "coder.hpp"
#include "compressors.hpp"
#include "frames.hpp"
#include "timing.hpp"

class Session {
 public:
  // The answer to a request, whatever happens.
  nlohmann::json answer(const nlohmann::json& request);
  // What is timed of an operation: a loop, and what it goes over.
  std::pair<Loop, const std::vector<Copy>&> work(const std::string& operation);

 private:
  struct Object {
    std::size_t type;
    std::shared_ptr<const void> value;
  };

  nlohmann::json handle(const nlohmann::json& request);
  nlohmann::json load(const nlohmann::json& request);
  nlohmann::json encode(const nlohmann::json& request);
  nlohmann::json decode(const nlohmann::json& request);
  nlohmann::json relay(const nlohmann::json& request);
  nlohmann::json time(const nlohmann::json& request);
  nlohmann::json cold(const nlohmann::json& request);
  void open(const nlohmann::json& request);
  void forget();
  const std::vector<Copy>& inputs(const std::string& operation);
  Loop loop_of(const std::string& operation) const;
  Loop into_file(const std::string& path) const;
  Loop from_file(const std::string& folder, const std::vector<Copy>& copies) const;

  std::vector<std::vector<Object>> objects_;  // of each copy
  Coders coders_;
  std::unique_ptr<Compressor> compressor_;
  std::map<std::string, std::vector<Copy>> inputs_;  // by operation, each made when it is first timed
  std::deque<std::string> bytes_;                    // what inputs are views of
  std::deque<std::shared_ptr<const void>> messages_;
  std::map<std::string, std::size_t> next_;
  std::string last_ = "serialize";
};
