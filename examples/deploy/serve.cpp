// SPDX-License-Identifier: Apache-2.0
// A server loop: several threads answer requests, each with a session, a stream and memory of its own.
//   serve MODEL.air INPUT.npy EXPECTED.npy [THREADS] [REQUESTS]
// A static model of one input and one output. Every answer is checked; prints the rate, and the process's
// memory after a tenth of the requests and at the end.
#include <malloc.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "check.h"
#include "ge_model.h"

namespace {

// Resident memory of the process, MiB.
double ResidentMemory() {
  malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  long total = 0;
  long resident = 0;
  file >> total >> resident;
  return static_cast<double>(resident) * 4096 / (1024 * 1024);
}

struct Server {
  ge::Graph graph;
  Array input;
  Array expected;
  int requests;

  Server(ge::Graph the_graph, Array the_input, Array the_expected, int request_count)
      : graph(std::move(the_graph)),
        input(std::move(the_input)),
        expected(std::move(the_expected)),
        requests(request_count) {}

  std::atomic<int> next{0};
  std::atomic<int> wrong{0};
  double early_memory = 0;  // written by the one thread that answers that request
  std::mutex mutex;
  std::string error;

  void Work();
  void Answer();
};

void Server::Work() {
  CheckAcl(aclrtSetDevice(0), "aclrtSetDevice");
  GeModel model(graph);
  if (!model.IsStatic())
    throw std::runtime_error("the model has unknown shapes; export it with dynamic=False");
  const Stream stream;
  std::vector<DeviceMemory> inputs;
  std::vector<DeviceMemory> outputs;
  inputs.emplace_back(input.bytes.size());
  outputs.emplace_back(expected.bytes.size());
  for (int request = next++; request < requests; request = next++) {
    inputs[0].CopyFrom(input.bytes);
    model.RunOnStream(stream, {input}, inputs, &outputs);
    const std::vector<char> result = outputs[0].CopyToHost();
    if (LargestDifference({expected.dtype, expected.dims, result}, expected) >= 1e-3) ++wrong;
    if (request == requests / 10) early_memory = ResidentMemory();
  }
}

void Server::Answer() {
  try {
    Work();
  } catch (const std::exception& failure) {
    const std::lock_guard<std::mutex> lock(mutex);
    error = failure.what();
  }
}

bool Serve(char** argv, int threads, int requests) {
  const AclRuntime acl;
  const GeRuntime ge;
  Server server(LoadGraph(argv[1]), ReadNpy(argv[2]), ReadNpy(argv[3]), requests);
  const Stopwatch watch;
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back([&server] { server.Answer(); });
  for (std::thread& worker : workers) worker.join();
  if (!server.error.empty()) throw std::runtime_error(server.error);
  std::printf("%d threads, %d requests, %.0f requests/s, %d wrong\n", threads, requests,
              requests / watch.Milliseconds() * 1000, server.wrong.load());
  std::printf("memory %.1f MiB early, %.1f MiB at the end\n", server.early_memory, ResidentMemory());
  return server.wrong == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 4 ? std::atoi(argv[4]) : 8;
  const int requests = argc > 5 ? std::atoi(argv[5]) : 10000;
  if (argc < 4 || argc > 6 || threads < 1 || requests < 1) {
    std::fprintf(stderr, "usage: serve MODEL.air INPUT.npy EXPECTED.npy [THREADS] [REQUESTS]\n");
    return 2;
  }
  return Main("serve", [&] { return Serve(argv, threads, requests); });
}
