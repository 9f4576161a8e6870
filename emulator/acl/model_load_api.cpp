// SPDX-License-Identifier: Apache-2.0
// Loading and unloading offline models.
#include "acl/acl_mdl.h"
#include "acl/acl_rt.h"
#include "acl/error.h"
#include "acl/model_loader.h"

using namespace cann_emulator;

namespace {

constexpr char kMemoryName[] = "the model in memory";

// The bytes of a model, and what messages call it.
struct Source {
  std::string file;  // its content, when it comes from a file
  std::string_view bytes;
  std::string name;
};

int ReadSource(const char* function, const char* path, Source* source) {
  if (path == nullptr) return ReportNull(function, "the path of the model");
  const ModelEngine* engine = LoadModelEngine(function);
  if (engine == nullptr) return PeekLastError();
  const Status status = engine->ReadModelFile(path, &source->file);
  if (!status.ok())
    return ReportError(ACL_ERROR_READ_MODEL_FAILURE, std::string(function) + ": " + status.message);
  source->bytes = source->file;
  source->name = "\"" + std::string(path) + "\"";
  return ACL_SUCCESS;
}

int UseMemory(const char* function, const void* model, size_t size, Source* source) {
  if (model == nullptr) return ReportNull(function, "the model");
  source->bytes = {static_cast<const char*>(model), size};
  source->name = kMemoryName;
  return ACL_SUCCESS;
}

int Load(const char* function, const Source& source, const ModelMemory& memory, uint32_t* id) {
  if (id == nullptr) return ReportNull(function, "modelId");
  std::int32_t device = 0;
  if (int code = aclrtGetDevice(&device); code != ACL_SUCCESS) return code;
  const ModelEngine* engine = LoadModelEngine(function);
  if (engine == nullptr) return PeekLastError();
  std::shared_ptr<LoadedModel> model;
  const Status status = engine->Load(source.bytes, source.name, memory, &model);
  if (!status.ok()) return ReportError(ACL_ERROR_PARSE_MODEL, std::string(function) + ": " + status.message);
  *id = AddModel(std::move(model));
  return ACL_SUCCESS;
}

int Describe(const char* function, const Source& source, ModelInfo* info) {
  const ModelEngine* engine = LoadModelEngine(function);
  if (engine == nullptr) return PeekLastError();
  const Status status = engine->Describe(source.bytes, source.name, info);
  if (!status.ok()) return ReportError(ACL_ERROR_PARSE_MODEL, std::string(function) + ": " + status.message);
  return ACL_SUCCESS;
}

int TellSizes(const char* function, const Source& source, size_t* work_size, size_t* weight_size) {
  if (work_size == nullptr || weight_size == nullptr) return ReportNull(function, "a size");
  ModelInfo info;
  if (int code = Describe(function, source, &info); code != ACL_SUCCESS) return code;
  *work_size = info.work_size;
  *weight_size = info.weight_size;
  return ACL_SUCCESS;
}

int FillDesc(const char* function, const Source& source, aclmdlDesc* desc) {
  if (desc == nullptr) return ReportNull(function, "modelDesc");
  ModelInfo info;
  if (int code = Describe(function, source, &info); code != ACL_SUCCESS) return code;
  *desc = {true, std::move(info)};
  return ACL_SUCCESS;
}

}  // namespace

aclError aclmdlLoadFromFile(const char* path, uint32_t* id) {
  return aclmdlLoadFromFileWithMem(path, id, nullptr, 0, nullptr, 0);
}

aclError aclmdlLoadFromMem(const void* model, size_t size, uint32_t* id) {
  return aclmdlLoadFromMemWithMem(model, size, id, nullptr, 0, nullptr, 0);
}

aclError aclmdlLoadFromFileWithMem(const char* path, uint32_t* id, void* work, size_t work_size, void* weight,
                                   size_t weight_size) {
  Source source;
  if (int code = ReadSource("aclmdlLoadFromFile", path, &source); code != ACL_SUCCESS) return code;
  return Load("aclmdlLoadFromFile", source, {work, work_size, weight, weight_size}, id);
}

aclError aclmdlLoadFromMemWithMem(const void* model, size_t size, uint32_t* id, void* work, size_t work_size,
                                  void* weight, size_t weight_size) {
  Source source;
  if (int code = UseMemory("aclmdlLoadFromMem", model, size, &source); code != ACL_SUCCESS) return code;
  return Load("aclmdlLoadFromMem", source, {work, work_size, weight, weight_size}, id);
}

aclError aclmdlUnload(uint32_t id) {
  return RemoveModel("aclmdlUnload", id) == nullptr ? ACL_ERROR_INVALID_MODEL_ID : ACL_SUCCESS;
}

aclError aclmdlQuerySize(const char* path, size_t* work_size, size_t* weight_size) {
  Source source;
  if (int code = ReadSource("aclmdlQuerySize", path, &source); code != ACL_SUCCESS) return code;
  return TellSizes("aclmdlQuerySize", source, work_size, weight_size);
}

aclError aclmdlQuerySizeFromMem(const void* model, size_t size, size_t* work_size, size_t* weight_size) {
  Source source;
  if (int code = UseMemory("aclmdlQuerySizeFromMem", model, size, &source); code != ACL_SUCCESS) return code;
  return TellSizes("aclmdlQuerySizeFromMem", source, work_size, weight_size);
}

aclError aclmdlGetDescFromFile(aclmdlDesc* desc, const char* path) {
  Source source;
  if (int code = ReadSource("aclmdlGetDescFromFile", path, &source); code != ACL_SUCCESS) return code;
  return FillDesc("aclmdlGetDescFromFile", source, desc);
}

aclError aclmdlGetDescFromMem(aclmdlDesc* desc, const void* model, size_t size) {
  Source source;
  if (int code = UseMemory("aclmdlGetDescFromMem", model, size, &source); code != ACL_SUCCESS) return code;
  return FillDesc("aclmdlGetDescFromMem", source, desc);
}
