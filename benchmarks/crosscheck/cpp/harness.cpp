// Both sides of a cross-check. With an argument, google-benchmark's: a benchmark of the runner's own operation, run
// again for each turn. The argument is the question; benchmarks/crosscheck/turns.py describes it, and the lines on
// stdin and stdout. Without, the runner's: both are one program, so that all code lies at the same places.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "session.hpp"

namespace program {
#include "main.cpp"
}

namespace {

constexpr int warm_ups = 20;

// Keeps the time of a call of the last run, and writes nothing.
class Kept : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override { ns = runs.back().GetAdjustedRealTime(); }
  double ns = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return program::main();
  FILE* out = fdopen(dup(STDOUT_FILENO), "w");
  if (out == nullptr || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {  // whatever a library prints
    std::perror("stdout");
    return 1;
  }
  const auto question = nlohmann::json::parse(arguments[1]);
  Session session;
  for (const std::string request : question["requests"]) {
    const auto answer = session.answer(nlohmann::json::parse(request));
    std::cerr << answer << '\n';
    if (answer["type"] == "error") return 1;
  }
  const auto [loop, copies] = session.work(question["operation"]);
  std::size_t next = 0;
  benchmark::RegisterBenchmark("call",
                               [&, &loop = loop, &copies = copies](benchmark::State& state) {
                                 for (auto _ : state) {
                                   benchmark::DoNotOptimize(loop(copies, next, 1));
                                   if (++next == copies.size()) next = 0;
                                 }
                               })
      ->UseRealTime()
      ->MinTime(question["value_ms"].get<double>() / 1000);
  const auto value_ns = [] {
    Kept kept;
    benchmark::RunSpecifiedBenchmarks(&kept);
    return kept.ns;
  };
  std::string line;
  int lead_in = warm_ups;
  do {
    for (int value = 0; value < lead_in; ++value) value_ns();
    if (std::fprintf(out, "%.3f\n", value_ns()) < 0 || std::fflush(out) != 0) {
      std::perror("stdout");
      return 1;
    }
    lead_in = question["lead_in"];
  } while (std::getline(std::cin, line));
  return 0;
}
