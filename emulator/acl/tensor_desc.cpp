// SPDX-License-Identifier: Apache-2.0
#include "acl/tensor_desc.h"

#include "acl/error.h"

using namespace cann_emulator;

namespace {

bool ReadDims(const char* function, int count, const std::int64_t* dims, std::vector<std::int64_t>* result) {
  if (count < 0 || (count > 0 && dims == nullptr)) {
    ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": " + std::to_string(count) +
                                             " dimensions with " + (dims == nullptr ? "a null" : "an") +
                                             " array");
    return false;
  }
  for (int i = 0; i < count; ++i) {
    if (dims[i] >= -2) continue;
    ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": dimension " + std::to_string(i) + " is " +
                                             std::to_string(dims[i]) +
                                             "; expected a size, -1 (unknown) or -2 (unknown rank)");
    return false;
  }
  result->assign(dims, dims + count);
  return true;
}

// 0 when a dimension is unknown or the product does not fit.
std::size_t ElementCount(const std::vector<std::int64_t>& dims) {
  std::size_t count = 1;
  for (std::int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(count, static_cast<std::size_t>(dim), &count)) return 0;
  }
  return count;
}

}  // namespace

size_t aclDataTypeSize(aclDataType type) {
  switch (type) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    case ACL_COMPLEX128:
      return 16;
    default:
      return 0;
  }
}

aclTensorDesc* aclCreateTensorDesc(aclDataType type, int dim_count, const int64_t* dims, aclFormat format) {
  aclTensorDesc desc;
  if (!ReadDims("aclCreateTensorDesc", dim_count, dims, &desc.dims)) return nullptr;
  desc.type = type;
  desc.format = desc.storage_format = format;
  desc.storage_dims = desc.dims;
  return new aclTensorDesc(std::move(desc));
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) { delete desc; }

aclError aclSetTensorShape(aclTensorDesc* desc, int dim_count, const int64_t* dims) {
  if (desc == nullptr) return ReportNull("aclSetTensorShape", "desc");
  return ReadDims("aclSetTensorShape", dim_count, dims, &desc->storage_dims) ? ACL_SUCCESS
                                                                             : ACL_ERROR_INVALID_PARAM;
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
  if (desc == nullptr) return ReportNull("aclSetTensorFormat", "desc");
  desc->storage_format = format;
  return ACL_SUCCESS;
}

aclError aclSetTensorOriginShape(aclTensorDesc* desc, int dim_count, const int64_t* dims) {
  if (desc == nullptr) return ReportNull("aclSetTensorOriginShape", "desc");
  return ReadDims("aclSetTensorOriginShape", dim_count, dims, &desc->dims) ? ACL_SUCCESS
                                                                           : ACL_ERROR_INVALID_PARAM;
}

aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format) {
  if (desc == nullptr) return ReportNull("aclSetTensorOriginFormat", "desc");
  desc->format = format;
  return ACL_SUCCESS;
}

aclError aclSetTensorShapeRange(aclTensorDesc* desc, size_t dim_count, int64_t range[][2]) {
  if (desc == nullptr) return ReportNull("aclSetTensorShapeRange", "desc");
  if (dim_count != 0 && range == nullptr) return ReportNull("aclSetTensorShapeRange", "range");
  desc->shape_range.clear();
  for (size_t i = 0; i < dim_count; ++i) desc->shape_range.push_back({range[i][0], range[i][1]});
  return ACL_SUCCESS;
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType placement) {
  if (desc == nullptr) return ReportNull("aclSetTensorPlaceMent", "desc");
  if (placement < ACL_MEMTYPE_DEVICE || placement > ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT) {
    return ReportError(ACL_ERROR_INVALID_PARAM,
                       "aclSetTensorPlaceMent: " + std::to_string(placement) + " is not an aclMemType");
  }
  desc->placement = placement;
  return ACL_SUCCESS;
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* data, size_t size) {
  if (desc == nullptr) return ReportNull("aclSetTensorConst", "desc");
  if (data == nullptr && size != 0) return ReportNull("aclSetTensorConst", "data");
  const auto* bytes = static_cast<const std::byte*>(data);
  desc->constant_value.assign(bytes, bytes + size);
  desc->is_constant = true;
  return ACL_SUCCESS;
}

aclError aclSetTensorDynamicInput(aclTensorDesc* desc, const char* name) {
  if (desc == nullptr) return ReportNull("aclSetTensorDynamicInput", "desc");
  if (name == nullptr) return ReportNull("aclSetTensorDynamicInput", "name");
  desc->dynamic_input_name = name;
  return ACL_SUCCESS;
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  if (desc != nullptr) desc->name = name == nullptr ? "" : name;
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  return desc == nullptr ? ACL_DT_UNDEFINED : desc->type;
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  return desc == nullptr ? ACL_FORMAT_UNDEFINED : desc->format;
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) { return desc == nullptr ? 0 : desc->dims.size(); }

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
  int64_t dim = -1;
  return aclGetTensorDescDimV2(desc, index, &dim) == ACL_SUCCESS ? dim : -1;
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dim) {
  if (desc == nullptr) return ReportNull("aclGetTensorDescDimV2", "desc");
  if (dim == nullptr) return ReportNull("aclGetTensorDescDimV2", "dim");
  if (index >= desc->dims.size()) {
    return ReportError(ACL_ERROR_INVALID_PARAM, "aclGetTensorDescDimV2: dimension " + std::to_string(index) +
                                                    " of a tensor of rank " +
                                                    std::to_string(desc->dims.size()));
  }
  *dim = desc->dims[index];
  return ACL_SUCCESS;
}

const char* aclGetTensorDescName(aclTensorDesc* desc) { return desc == nullptr ? "" : desc->name.c_str(); }

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  return desc == nullptr ? 0 : ElementCount(desc->dims);
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  return desc == nullptr ? 0 : ElementCount(desc->dims) * aclDataTypeSize(desc->type);
}
