// SPDX-License-Identifier: Apache-2.0
// ge::Shape and ge::TensorDesc.
#include "graph/tensor.h"

namespace ge {

class ShapeImpl {
 public:
  std::vector<std::int64_t> dims;
};

class TensorDescImpl {
 public:
  Shape shape;
  Shape origin_shape;
  Format format = FORMAT_ND;
  Format origin_format = FORMAT_ND;
  DataType dtype = DT_FLOAT;
  Placement placement = kPlacementHost;
};

Shape::Shape() : impl_(std::make_shared<ShapeImpl>()) {}

Shape::Shape(const std::vector<std::int64_t>& dims) : Shape() { impl_->dims = dims; }

std::size_t Shape::GetDimNum() const { return impl_->dims.size(); }

std::int64_t Shape::GetDim(std::size_t index) const {
  return index < impl_->dims.size() ? impl_->dims[index] : 0;
}

graphStatus Shape::SetDim(std::size_t index, std::int64_t value) {
  if (index >= impl_->dims.size()) {
    return GRAPH_FAILED;
  }
  impl_->dims[index] = value;
  return GRAPH_SUCCESS;
}

std::vector<std::int64_t> Shape::GetDims() const { return impl_->dims; }

std::int64_t Shape::GetShapeSize() const {
  std::int64_t size = 1;
  for (std::int64_t dim : impl_->dims) {
    if (dim < 0 || __builtin_mul_overflow(size, dim, &size)) {
      return -1;
    }
  }
  return size;
}

TensorDesc::TensorDesc() : impl_(std::make_shared<TensorDescImpl>()) {}

TensorDesc::TensorDesc(Shape shape, Format format, DataType dtype) : TensorDesc() {
  impl_->shape = std::move(shape);
  impl_->format = format;
  impl_->dtype = dtype;
}

Shape TensorDesc::GetShape() const { return Shape(impl_->shape.GetDims()); }
void TensorDesc::SetShape(const Shape& shape) { impl_->shape = Shape(shape.GetDims()); }
Shape TensorDesc::GetOriginShape() const { return Shape(impl_->origin_shape.GetDims()); }
void TensorDesc::SetOriginShape(const Shape& shape) { impl_->origin_shape = Shape(shape.GetDims()); }
Format TensorDesc::GetFormat() const { return impl_->format; }
void TensorDesc::SetFormat(Format format) { impl_->format = format; }
Format TensorDesc::GetOriginFormat() const { return impl_->origin_format; }
void TensorDesc::SetOriginFormat(Format format) { impl_->origin_format = format; }
DataType TensorDesc::GetDataType() const { return impl_->dtype; }
void TensorDesc::SetDataType(DataType dtype) { impl_->dtype = dtype; }
Placement TensorDesc::GetPlacement() const { return impl_->placement; }
void TensorDesc::SetPlacement(Placement placement) { impl_->placement = placement; }

const char* GetFormatName(Format format) {
  switch (format) {
    case FORMAT_NCHW:
      return "NCHW";
    case FORMAT_NHWC:
      return "NHWC";
    case FORMAT_ND:
      return "ND";
    case FORMAT_NC1HWC0:
      return "NC1HWC0";
    case FORMAT_FRACTAL_Z:
      return "FRACTAL_Z";
    case FORMAT_NC1HWC0_C04:
      return "NC1HWC0_C04";
    case FORMAT_HWCN:
      return "HWCN";
    case FORMAT_NDHWC:
      return "NDHWC";
    case FORMAT_FRACTAL_NZ:
      return "FRACTAL_NZ";
    case FORMAT_NCDHW:
      return "NCDHW";
    case FORMAT_NDC1HWC0:
      return "NDC1HWC0";
    case FORMAT_FRACTAL_Z_3D:
      return "FRACTAL_Z_3D";
    case FORMAT_NC:
      return "NC";
    case FORMAT_NCL:
      return "NCL";
    case FORMAT_FRACTAL_NZ_C0_16:
      return "FRACTAL_NZ_C0_16";
    case FORMAT_FRACTAL_NZ_C0_2:
      return "FRACTAL_NZ_C0_2";
    case FORMAT_FRACTAL_NZ_C0_4:
      return "FRACTAL_NZ_C0_4";
    case FORMAT_FRACTAL_NZ_C0_8:
      return "FRACTAL_NZ_C0_8";
    case FORMAT_UNDEFINED:
      break;
  }
  return "UNDEFINED";
}

}  // namespace ge
