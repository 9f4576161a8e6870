// SPDX-License-Identifier: Apache-2.0
// ge::Tensor.
#include "graph/tensor.h"

#include <algorithm>
#include <utility>

namespace ge {

class TensorImpl {
 public:
  TensorImpl() = default;
  TensorImpl(const TensorImpl&) = delete;
  TensorImpl& operator=(const TensorImpl&) = delete;
  ~TensorImpl() { FreeData(); }

  void FreeData() {
    if (data != nullptr && deleter) {
      deleter(data);
    }
    data = nullptr;
    size = 0;
    deleter = nullptr;
  }

  std::vector<std::int64_t> dims;
  std::vector<std::int64_t> origin_dims;
  Format format = FORMAT_ND;
  Format origin_format = FORMAT_ND;
  DataType dtype = DT_FLOAT;
  Placement placement = kPlacementHost;

  std::uint8_t* data = nullptr;
  std::size_t size = 0;
  Tensor::DeleteFunc deleter;
};

namespace {

constexpr std::size_t kMaxDims = 1024;  // far above any real rank; stops a garbage count from allocating

graphStatus ResizeDims(std::vector<std::int64_t>* dims, std::size_t count) {
  if (count > kMaxDims) {
    return GRAPH_PARAM_INVALID;
  }
  dims->resize(count);
  return GRAPH_SUCCESS;
}

graphStatus SetDimOf(std::vector<std::int64_t>* dims, std::size_t index, std::int64_t value) {
  if (index >= dims->size()) {
    return GRAPH_PARAM_INVALID;
  }
  (*dims)[index] = value;
  return GRAPH_SUCCESS;
}

}  // namespace

Tensor::Tensor() : impl_(std::make_shared<TensorImpl>()) {}

Tensor::Tensor(const TensorDesc& desc) : Tensor() { SetTensorDesc(desc); }

TensorDesc Tensor::GetTensorDesc() const {
  TensorDesc desc(Shape(impl_->dims), impl_->format, impl_->dtype);
  desc.SetOriginShape(Shape(impl_->origin_dims));
  desc.SetOriginFormat(impl_->origin_format);
  desc.SetPlacement(impl_->placement);
  return desc;
}

graphStatus Tensor::SetTensorDesc(const TensorDesc& desc) {
  impl_->dims = desc.GetShape().GetDims();
  impl_->origin_dims = desc.GetOriginShape().GetDims();
  impl_->format = desc.GetFormat();
  impl_->origin_format = desc.GetOriginFormat();
  impl_->dtype = desc.GetDataType();
  impl_->placement = desc.GetPlacement();
  return GRAPH_SUCCESS;
}

const std::uint8_t* Tensor::GetData() const { return impl_->data; }
std::uint8_t* Tensor::GetData() { return impl_->data; }
std::size_t Tensor::GetSize() const { return impl_->size; }

graphStatus Tensor::SetData(std::uint8_t* data, std::size_t size, const DeleteFunc& deleter) {
  impl_->FreeData();
  impl_->data = data;
  impl_->size = size;
  impl_->deleter = deleter;
  return GRAPH_SUCCESS;
}

graphStatus Tensor::SetData(const std::uint8_t* data, std::size_t size) {
  if (data == nullptr && size > 0) {
    return GRAPH_FAILED;
  }
  auto* copy = new std::uint8_t[size];
  std::copy_n(data, size, copy);
  return SetData(copy, size, [](std::uint8_t* bytes) { delete[] bytes; });
}

graphStatus Tensor::ResetData(std::uint8_t* data, std::size_t size, const DeleteFunc& deleter) {
  return SetData(data, size, deleter);
}

std::unique_ptr<std::uint8_t[], Tensor::DeleteFunc> Tensor::ResetData() {
  std::unique_ptr<std::uint8_t[], DeleteFunc> data(std::exchange(impl_->data, nullptr),
                                                   std::exchange(impl_->deleter, nullptr));
  impl_->size = 0;
  return data;
}

DataType Tensor::GetDataType() const { return impl_->dtype; }
graphStatus Tensor::SetDataType(const DataType& dtype) {
  impl_->dtype = dtype;
  return GRAPH_SUCCESS;
}
Format Tensor::GetFormat() const { return impl_->format; }
graphStatus Tensor::SetFormat(const Format& format) {
  impl_->format = format;
  return GRAPH_SUCCESS;
}
Placement Tensor::GetPlacement() const { return impl_->placement; }
graphStatus Tensor::SetPlacement(const Placement& placement) {
  impl_->placement = placement;
  return GRAPH_SUCCESS;
}

std::size_t Tensor::GetShapeDimNum() const { return impl_->dims.size(); }
graphStatus Tensor::SetShapeDimNum(std::size_t count) { return ResizeDims(&impl_->dims, count); }
std::int64_t Tensor::GetShapeDim(std::size_t index) const {
  return index < impl_->dims.size() ? impl_->dims[index] : 0;
}
graphStatus Tensor::SetShapeDim(std::size_t index, std::int64_t value) {
  return SetDimOf(&impl_->dims, index, value);
}
std::size_t Tensor::GetOriginShapeDimNum() const { return impl_->origin_dims.size(); }
graphStatus Tensor::SetOriginShapeDimNum(std::size_t count) { return ResizeDims(&impl_->origin_dims, count); }
std::int64_t Tensor::GetOriginShapeDim(std::size_t index) const {
  return index < impl_->origin_dims.size() ? impl_->origin_dims[index] : 0;
}
graphStatus Tensor::SetOriginShapeDim(std::size_t index, std::int64_t value) {
  return SetDimOf(&impl_->origin_dims, index, value);
}

}  // namespace ge
