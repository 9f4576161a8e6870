// SPDX-License-Identifier: Apache-2.0
// Shapes, descriptions and tensors that cross GE's session interface. Copies of a Tensor share their content.
#ifndef INC_EXTERNAL_GRAPH_TENSOR_H_
#define INC_EXTERNAL_GRAPH_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace ge {

class ShapeImpl;
class TensorDescImpl;
class TensorImpl;

class Shape {
 public:
  Shape();
  explicit Shape(const std::vector<std::int64_t>& dims);
  std::size_t GetDimNum() const;
  // 0 when `index` is out of range.
  std::int64_t GetDim(std::size_t index) const;
  graphStatus SetDim(std::size_t index, std::int64_t value);
  std::vector<std::int64_t> GetDims() const;
  // Number of elements; -1 when a dimension or the rank is unknown.
  std::int64_t GetShapeSize() const;

 private:
  std::shared_ptr<ShapeImpl> impl_;
};
static_assert(sizeof(Shape) == 16, "layout of GE's interface");

class TensorDesc {
 public:
  TensorDesc();
  explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType dtype = DT_FLOAT);

  Shape GetShape() const;
  void SetShape(const Shape& shape);
  Shape GetOriginShape() const;
  void SetOriginShape(const Shape& shape);
  Format GetFormat() const;
  void SetFormat(Format format);
  Format GetOriginFormat() const;
  void SetOriginFormat(Format format);
  DataType GetDataType() const;
  void SetDataType(DataType dtype);
  Placement GetPlacement() const;
  void SetPlacement(Placement placement);

 private:
  std::shared_ptr<TensorDescImpl> impl_;
};
static_assert(sizeof(TensorDesc) == 16, "layout of GE's interface");

class Tensor {
 public:
  using DeleteFunc = std::function<void(std::uint8_t*)>;

  Tensor();
  explicit Tensor(const TensorDesc& desc);

  TensorDesc GetTensorDesc() const;
  graphStatus SetTensorDesc(const TensorDesc& desc);

  // Bytes of the data. SetData takes the memory over: `deleter` is called when the last copy of the tensor
  // goes or gets other data. ResetData(data, ...) does the same; ResetData() hands the memory to the caller.
  const std::uint8_t* GetData() const;
  std::uint8_t* GetData();
  std::size_t GetSize() const;
  graphStatus SetData(std::uint8_t* data, std::size_t size, const DeleteFunc& deleter);
  graphStatus SetData(const std::uint8_t* data, std::size_t size);  // a copy of them
  graphStatus ResetData(std::uint8_t* data, std::size_t size, const DeleteFunc& deleter);
  std::unique_ptr<std::uint8_t[], DeleteFunc> ResetData();

  // The description's fields, without a copy of the description.
  DataType GetDataType() const;
  graphStatus SetDataType(const DataType& dtype);
  Format GetFormat() const;
  graphStatus SetFormat(const Format& format);
  Placement GetPlacement() const;
  graphStatus SetPlacement(const Placement& placement);
  std::size_t GetShapeDimNum() const;
  graphStatus SetShapeDimNum(std::size_t count);
  std::int64_t GetShapeDim(std::size_t index) const;
  graphStatus SetShapeDim(std::size_t index, std::int64_t value);
  std::size_t GetOriginShapeDimNum() const;
  graphStatus SetOriginShapeDimNum(std::size_t count);
  std::int64_t GetOriginShapeDim(std::size_t index) const;
  graphStatus SetOriginShapeDim(std::size_t index, std::int64_t value);

 private:
  std::shared_ptr<TensorImpl> impl_;
};
static_assert(sizeof(Tensor) == 16, "layout of GE's interface");

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_TENSOR_H_
