// SPDX-License-Identifier: Apache-2.0
// Mutates an exported graph or an offline model and loads it: an error is right, a crash or a hang is not.
//   fuzz FILE COUNT SEED
// A file named .om goes through aclmdlLoadFromMem, any other through Graph::LoadFromMem and CompileGraph.
// What is accepted is run when its inputs are small. Prints how many mutants were accepted; mutant i depends
// on SEED + i only.
#include <acl/acl.h>
#include <ge/ge_api.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace {

using Random = std::mt19937_64;

std::size_t Below(Random* random, std::size_t limit) { return limit == 0 ? 0 : (*random)() % limit; }

// Sizes and counts that are easily got wrong, as varints and as fixed numbers.
const std::array<std::string, 8>& Hostile() {
  static const std::array<std::string, 8> kValues = {
      std::string("\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9),
      std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10),
      std::string("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", 10),
      std::string("\xff\xff\xff\xff\x07", 5),
      std::string("\xff\xff\xff\xff", 4),
      std::string("\0\0\0\x80", 4),
      std::string("\0", 1),
      std::string("\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10)};
  return kValues;
}

void MutateOnce(Random* random, std::string* bytes) {
  const std::size_t at = Below(random, bytes->size());
  const std::size_t length = std::min<std::size_t>(1 + Below(random, 64), bytes->size() - at);
  switch (Below(random, 8)) {
    case 0:
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << Below(random, 8)));
      break;
    case 1:
      (*bytes)[at] = static_cast<char>((*random)());
      break;
    case 2:
      bytes->erase(at, length);
      break;
    case 3:
      bytes->insert(at, bytes->substr(Below(random, bytes->size()), length));
      break;
    case 4: {
      const std::string& value = Hostile()[Below(random, Hostile().size())];
      bytes->replace(at, std::min(value.size(), bytes->size() - at), value);
      break;
    }
    case 5: {
      const std::string& value = Hostile()[Below(random, Hostile().size())];
      bytes->replace(at, 1, value);
      break;
    }
    case 6:
      bytes->resize(at);
      break;
    default:
      bytes->replace(at, length, bytes->substr(Below(random, bytes->size()), length));
      break;
  }
}

// CRC-32, bit by bit.
std::uint32_t Checksum(const char* bytes, std::size_t size) {
  std::uint32_t value = ~0U;
  for (std::size_t i = 0; i < size; ++i) {
    value ^= static_cast<unsigned char>(bytes[i]);
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~value;
}

// Makes header and payload agree, so that what follows the checksum is reached.
void Repair(std::string* model) {
  constexpr std::size_t kHeader = 24;
  if (model->size() < kHeader) return;
  const std::uint64_t size = model->size() - kHeader;
  const std::uint32_t checksum = Checksum(model->data() + kHeader, size);
  std::memcpy(model->data() + 12, &checksum, sizeof(checksum));
  std::memcpy(model->data() + 16, &size, sizeof(size));
}

bool LoadGraph(const std::string& bytes) {
  ge::Graph graph("fuzzed");
  ge::Session session({});
  return graph.LoadFromMem(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) ==
             ge::GRAPH_SUCCESS &&
         session.AddGraph(0, graph, {}) == ge::SUCCESS && session.CompileGraph(0) == ge::SUCCESS;
}

void RunModel(std::uint32_t id) {
  constexpr std::size_t kLargest = 1U << 20U;
  aclmdlDesc* desc = aclmdlCreateDesc();
  aclmdlDataset* inputs = aclmdlCreateDataset();
  aclmdlDataset* outputs = aclmdlCreateDataset();
  aclmdlGetDesc(desc, id);
  bool small = aclmdlGetNumInputs(desc) < 16 && aclmdlGetNumOutputs(desc) < 16;
  std::size_t work = 0;
  for (std::size_t i = 0; small && i < aclmdlGetNumInputs(desc); ++i) {
    const std::size_t size = aclmdlGetInputSizeByIndex(desc, i);
    small = size > 0 && size <= kLargest;
    work += size;
  }
  for (std::size_t i = 0; small && i < aclmdlGetNumOutputs(desc); ++i) {
    small = aclmdlGetOutputSizeByIndex(desc, i) <= kLargest;
  }
  if (small) {
    void* memory = nullptr;
    aclrtMalloc(&memory, work + 1, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(memory, work + 1, 0, work + 1);
    std::size_t offset = 0;
    for (std::size_t i = 0; i < aclmdlGetNumInputs(desc); ++i) {
      const std::size_t size = aclmdlGetInputSizeByIndex(desc, i);
      aclmdlAddDatasetBuffer(inputs, aclCreateDataBuffer(static_cast<char*>(memory) + offset, size));
      offset += size;
    }
    for (std::size_t i = 0; i < aclmdlGetNumOutputs(desc); ++i) {
      aclmdlAddDatasetBuffer(outputs, aclCreateDataBuffer(nullptr, 0));
    }
    aclmdlExecute(id, inputs, outputs);
    for (std::size_t i = 0; i < aclmdlGetDatasetNumBuffers(inputs); ++i) {
      aclDestroyDataBuffer(aclmdlGetDatasetBuffer(inputs, i));
    }
    for (std::size_t i = 0; i < aclmdlGetDatasetNumBuffers(outputs); ++i) {
      aclDataBuffer* buffer = aclmdlGetDatasetBuffer(outputs, i);
      if (aclGetDataBufferAddr(buffer) != nullptr) aclrtFree(aclGetDataBufferAddr(buffer));
      aclDestroyDataBuffer(buffer);
    }
    aclrtFree(memory);
  }
  aclmdlDestroyDataset(inputs);
  aclmdlDestroyDataset(outputs);
  aclmdlDestroyDesc(desc);
}

bool LoadModel(const std::string& bytes) {
  std::uint32_t id = 0;
  if (aclmdlLoadFromMem(bytes.data(), bytes.size(), &id) != ACL_SUCCESS) return false;
  RunModel(id);
  aclmdlUnload(id);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string path = argv[1];
  const bool is_offline = path.size() > 3 && path.substr(path.size() - 3) == ".om";
  std::ifstream file(path, std::ios::binary);
  const std::string original((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const long count = std::atol(argv[2]);
  const long seed = std::atol(argv[3]);
  aclInit(nullptr);
  aclrtSetDevice(0);
  if (ge::GEInitialize({}) != ge::SUCCESS || !(is_offline ? LoadModel(original) : LoadGraph(original))) {
    std::fprintf(stderr, "the file itself is refused: %s\n", ge::GEGetErrorMsgV2().GetString());
    return 1;
  }
  long accepted = 0;
  for (long i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(seed + i));
    std::string mutant = original;
    for (std::size_t step = 1 + Below(&random, 4); step > 0 && !mutant.empty(); --step)
      MutateOnce(&random, &mutant);
    if (is_offline && Below(&random, 8) != 0) Repair(&mutant);
    // What a crash leaves behind: the seed that repeats it.
    if (i % 64 == 0) std::fprintf(stderr, "\rseed %ld", seed + i);
    accepted += (is_offline ? LoadModel(mutant) : LoadGraph(mutant)) ? 1 : 0;
  }
  std::printf("%ld mutants, %ld accepted, %ld refused\n", count, accepted, count - accepted);
  return 0;
}
