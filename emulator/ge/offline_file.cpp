// SPDX-License-Identifier: Apache-2.0
#include "ge/offline_file.h"

#include <cstring>

#include "ge/crc32.h"
#include "ge/error.h"
#include "ge/wire.h"
#include "ge/wire_writer.h"

namespace cann_emulator::engine {
namespace {

// Not text, so that nothing else begins like it; the line ends show a transfer that converts them.
constexpr std::string_view kMagic =
    "\x89"
    "CEMOM\r\n";
constexpr std::uint32_t kVersion = 1;

// The numbers are little-endian, as x86-64 has them.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t checksum;  // CRC-32 of the payload
  std::uint64_t size;      // of the payload, bytes
};
static_assert(sizeof(Header) == 24, "layout of the file");

enum Field : std::uint32_t {
  kCompiler = 1,
  kSoc = 2,
  kIsStatic = 3,
  kWeightSize = 4,
  kWorkSize = 5,
  kInput = 6,
  kOutput = 7,
  kOption = 8,
  kModel = 9,
  kWeight = 10,
  kOperator = 11,
};

std::string Encode(const OfflineTensor& tensor) {
  WireWriter writer;
  writer.Bytes(1, tensor.name);
  writer.Varint(2, static_cast<std::uint64_t>(tensor.dtype));
  for (const std::int64_t dim : tensor.dims) {
    writer.Varint(3, static_cast<std::uint64_t>(dim));
  }
  return writer.Take();
}

std::string Encode(std::string_view key, std::string_view value) {
  WireWriter writer;
  writer.Bytes(1, key);
  writer.Bytes(2, value);
  return writer.Take();
}

bool Decode(std::string_view bytes, OfflineTensor* tensor) {
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.Field() == 1) {
      tensor->name = std::string(reader.Bytes());
    } else if (reader.Field() == 2) {
      tensor->dtype = static_cast<::ge::DataType>(reader.Varint());
    } else if (reader.Field() == 3) {
      reader.AppendVarints(&tensor->dims);
    }
  }
  return !reader.Failed();
}

bool Decode(std::string_view bytes, std::string* key, std::string_view* value) {
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.Field() == 1) {
      *key = std::string(reader.Bytes());
    } else if (reader.Field() == 2) {
      *value = reader.Bytes();
    }
  }
  return !reader.Failed();
}

bool DecodeField(WireReader* reader, OfflineFile* file) {
  std::string key;
  std::string_view value;
  switch (reader->Field()) {
    case kCompiler:
      file->compiler = std::string(reader->Bytes());
      break;
    case kSoc:
      file->soc = std::string(reader->Bytes());
      break;
    case kIsStatic:
      file->is_static = reader->Varint() != 0;
      break;
    case kWeightSize:
      file->weight_size = reader->Varint();
      break;
    case kWorkSize:
      file->work_size = reader->Varint();
      break;
    case kInput:
      return Decode(reader->Bytes(), &file->inputs.emplace_back());
    case kOutput:
      return Decode(reader->Bytes(), &file->outputs.emplace_back());
    case kOption:
      if (!Decode(reader->Bytes(), &key, &value)) {
        return false;
      }
      file->options[key] = std::string(value);
      break;
    case kModel:
      file->model = std::make_shared<std::string>(reader->Bytes());
      break;
    case kWeight:
      if (!Decode(reader->Bytes(), &key, &value)) {
        return false;
      }
      file->weights[key] = std::make_shared<std::string>(value);
      break;
    case kOperator:
      if (!Decode(reader->Bytes(), &key, &value)) {
        return false;
      }
      file->operators[key].assign(value.begin(), value.end());
      break;
    default:
      return false;  // the version says what there is
  }
  return true;
}

}  // namespace

std::string EncodeOffline(const OfflineFile& file) {
  WireWriter writer;
  writer.Bytes(kCompiler, file.compiler);
  writer.Bytes(kSoc, file.soc);
  writer.Varint(kIsStatic, file.is_static ? 1 : 0);
  writer.Varint(kWeightSize, file.weight_size);
  writer.Varint(kWorkSize, file.work_size);
  for (const OfflineTensor& tensor : file.inputs) {
    writer.Bytes(kInput, Encode(tensor));
  }
  for (const OfflineTensor& tensor : file.outputs) {
    writer.Bytes(kOutput, Encode(tensor));
  }
  for (const auto& [name, value] : file.options) {
    writer.Bytes(kOption, Encode(name, value));
  }
  writer.Bytes(kModel, *file.model);
  for (const auto& [node, bytes] : file.weights) {
    writer.Bytes(kWeight, Encode(node, *bytes));
  }
  for (const auto& [type, bytes] : file.operators) {
    writer.Bytes(kOperator, Encode(type, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  const std::string payload = writer.Take();
  Header header = {};
  std::memcpy(header.magic, kMagic.data(), sizeof(header.magic));
  header.version = kVersion;
  header.checksum = Crc32(payload);
  header.size = payload.size();
  return std::string(reinterpret_cast<const char*>(&header), sizeof(header)) + payload;
}

Status DecodeOffline(std::string_view bytes, const std::string& name, OfflineFile* file) {
  Header header = {};
  if (bytes.size() < sizeof(header) || bytes.substr(0, kMagic.size()) != kMagic) {
    return Error(name +
                 " is no offline model of the emulator. Compile the exported .air file with atc; models of a "
                 "real CANN (.om) run on an NPU alone");
  }
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kVersion) {
    return Error(name + " is an offline model of format " + std::to_string(header.version) +
                 ", this emulator reads format " + std::to_string(kVersion) +
                 ". Compile the .air file again");
  }
  const std::string_view payload = bytes.substr(sizeof(header));
  if (header.size != payload.size()) {
    return Error(name + " is damaged: it holds " + std::to_string(payload.size()) + " bytes of the model, " +
                 std::to_string(header.size) + " were written");
  }
  if (header.checksum != Crc32(payload)) {
    return Error(name + " is damaged: its checksum is wrong");
  }
  WireReader reader(payload);
  while (reader.Next()) {
    if (!DecodeField(&reader, file)) {
      return Error(name + " is malformed in field " + std::to_string(reader.Field()));
    }
  }
  if (reader.Failed() || file->model == nullptr) {
    return Error(name +
                 " is malformed: " + (reader.Failed() ? "its fields cannot be read" : "it has no graph"));
  }
  return {};
}

}  // namespace cann_emulator::engine
