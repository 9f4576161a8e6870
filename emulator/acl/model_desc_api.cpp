// SPDX-License-Identifier: Apache-2.0
// Descriptions of models: their inputs and outputs.
#include <algorithm>
#include <cstring>

#include "acl/acl_mdl.h"
#include "acl/error.h"
#include "acl/model_loader.h"

using namespace cann_emulator;

namespace {

using Tensors = std::vector<ModelTensor> ModelInfo::*;

// Null, with an error reported, for a description that is not filled or an index beyond its tensors.
const ModelTensor* Find(const char* function, const aclmdlDesc* desc, Tensors tensors, size_t index) {
  if (desc == nullptr || !desc->filled) {
    ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) +
                                             ": modelDesc is null or describes no model yet; "
                                             "aclmdlGetDesc fills it");
    return nullptr;
  }
  const auto& all = desc->info.*tensors;
  if (index >= all.size()) {
    ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": index " + std::to_string(index) +
                                             ", the model has " + std::to_string(all.size()));
    return nullptr;
  }
  return &all[index];
}

int FillDims(const char* function, const aclmdlDesc* desc, Tensors tensors, size_t index,
             aclmdlIODims* dims) {
  if (dims == nullptr) return ReportNull(function, "dims");
  const ModelTensor* tensor = Find(function, desc, tensors, index);
  if (tensor == nullptr) return ACL_ERROR_INVALID_PARAM;
  if (tensor->dims.size() > ACL_MAX_DIM_CNT) {
    return ReportError(ACL_ERROR_STORAGE_OVER_LIMIT,
                       std::string(function) + ": the tensor has " + std::to_string(tensor->dims.size()) +
                           " dimensions, aclmdlIODims holds " + std::to_string(ACL_MAX_DIM_CNT));
  }
  *dims = {};
  std::strncpy(dims->name, tensor->name.c_str(), ACL_MAX_TENSOR_NAME_LEN - 1);
  dims->dimCount = tensor->dims.size();
  std::copy(tensor->dims.begin(), tensor->dims.end(), dims->dims);
  return ACL_SUCCESS;
}

int FindByName(const char* function, const aclmdlDesc* desc, Tensors tensors, const char* name,
               size_t* index) {
  if (name == nullptr || index == nullptr) return ReportNull(function, "name or index");
  if (desc == nullptr) return ReportNull(function, "modelDesc");
  const auto& all = desc->info.*tensors;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ModelTensor& t) { return t.name == name; });
  if (found == all.end()) {
    return ReportError(ACL_ERROR_INVALID_PARAM,
                       std::string(function) + ": the model has no \"" + name + "\"");
  }
  *index = static_cast<size_t>(found - all.begin());
  return ACL_SUCCESS;
}

}  // namespace

aclmdlDesc* aclmdlCreateDesc(void) { return new aclmdlDesc(); }

aclError aclmdlDestroyDesc(aclmdlDesc* desc) {
  if (desc == nullptr) return ReportNull("aclmdlDestroyDesc", "modelDesc");
  delete desc;
  return ACL_SUCCESS;
}

aclError aclmdlGetDesc(aclmdlDesc* desc, uint32_t id) {
  if (desc == nullptr) return ReportNull("aclmdlGetDesc", "modelDesc");
  const auto model = FindModel("aclmdlGetDesc", id);
  if (model == nullptr) return ACL_ERROR_INVALID_MODEL_ID;
  *desc = {true, model->Info()};
  return ACL_SUCCESS;
}

size_t aclmdlGetNumInputs(aclmdlDesc* desc) { return desc == nullptr ? 0 : desc->info.inputs.size(); }
size_t aclmdlGetNumOutputs(aclmdlDesc* desc) { return desc == nullptr ? 0 : desc->info.outputs.size(); }

size_t aclmdlGetInputSizeByIndex(aclmdlDesc* desc, size_t index) {
  const ModelTensor* tensor = Find("aclmdlGetInputSizeByIndex", desc, &ModelInfo::inputs, index);
  return tensor == nullptr ? 0 : tensor->size;
}

size_t aclmdlGetOutputSizeByIndex(aclmdlDesc* desc, size_t index) {
  const ModelTensor* tensor = Find("aclmdlGetOutputSizeByIndex", desc, &ModelInfo::outputs, index);
  return tensor == nullptr ? 0 : tensor->size;
}

aclError aclmdlGetInputDims(const aclmdlDesc* desc, size_t index, aclmdlIODims* dims) {
  return FillDims("aclmdlGetInputDims", desc, &ModelInfo::inputs, index, dims);
}

aclError aclmdlGetOutputDims(const aclmdlDesc* desc, size_t index, aclmdlIODims* dims) {
  return FillDims("aclmdlGetOutputDims", desc, &ModelInfo::outputs, index, dims);
}

const char* aclmdlGetInputNameByIndex(const aclmdlDesc* desc, size_t index) {
  const ModelTensor* tensor = Find("aclmdlGetInputNameByIndex", desc, &ModelInfo::inputs, index);
  return tensor == nullptr ? "" : tensor->name.c_str();
}

const char* aclmdlGetOutputNameByIndex(const aclmdlDesc* desc, size_t index) {
  const ModelTensor* tensor = Find("aclmdlGetOutputNameByIndex", desc, &ModelInfo::outputs, index);
  return tensor == nullptr ? "" : tensor->name.c_str();
}

aclFormat aclmdlGetInputFormat(const aclmdlDesc* desc, size_t index) {
  return Find("aclmdlGetInputFormat", desc, &ModelInfo::inputs, index) == nullptr ? ACL_FORMAT_UNDEFINED
                                                                                  : ACL_FORMAT_ND;
}

aclFormat aclmdlGetOutputFormat(const aclmdlDesc* desc, size_t index) {
  return Find("aclmdlGetOutputFormat", desc, &ModelInfo::outputs, index) == nullptr ? ACL_FORMAT_UNDEFINED
                                                                                    : ACL_FORMAT_ND;
}

aclDataType aclmdlGetInputDataType(const aclmdlDesc* desc, size_t index) {
  const ModelTensor* tensor = Find("aclmdlGetInputDataType", desc, &ModelInfo::inputs, index);
  return tensor == nullptr ? ACL_DT_UNDEFINED : tensor->type;
}

aclDataType aclmdlGetOutputDataType(const aclmdlDesc* desc, size_t index) {
  const ModelTensor* tensor = Find("aclmdlGetOutputDataType", desc, &ModelInfo::outputs, index);
  return tensor == nullptr ? ACL_DT_UNDEFINED : tensor->type;
}

aclError aclmdlGetInputIndexByName(const aclmdlDesc* desc, const char* name, size_t* index) {
  return FindByName("aclmdlGetInputIndexByName", desc, &ModelInfo::inputs, name, index);
}

aclError aclmdlGetOutputIndexByName(const aclmdlDesc* desc, const char* name, size_t* index) {
  return FindByName("aclmdlGetOutputIndexByName", desc, &ModelInfo::outputs, name, index);
}
