// SPDX-License-Identifier: Apache-2.0
// The base class of operator prototypes. REG_OP (graph/operator_reg.h) derives from it and calls the
// *Register functions; the types of a port are given as the text of the prototype, e.g.
// "TensorType({DT_FLOAT, DT_BF16})".
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

class OperatorImpl;

class Operator {
 public:
  Operator() = default;
  explicit Operator(const char* type);
  Operator(const char* name, const char* type);
  Operator(const AscendString& name, const AscendString& type);
  virtual ~Operator() = default;

  // True for what OperatorFactory gives for a type that is not registered.
  bool IsEmpty() const { return impl_ == nullptr; }
  graphStatus GetName(AscendString& name) const;
  graphStatus GetOpType(AscendString& type) const;
  std::size_t GetInputsSize() const;
  std::size_t GetOutputsSize() const;

  // Attribute name -> type name ("VT_INT", "VT_LIST_BOOL", ...), in no particular order.
  graphStatus GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const;

  // Fails when the prototype has no input of that name or does not allow the dtype.
  graphStatus UpdateInputDesc(const char* name, const TensorDesc& desc);

  // Output 0, the named one or the one of that number of `src_oprt` becomes this operator's input `dst_name`.
  Operator& SetInput(const char* dst_name, const Operator& src_oprt);
  Operator& SetInput(const char* dst_name, const Operator& src_oprt, const char* name);
  Operator& SetInput(const char* dst_name, const Operator& src_oprt, std::uint32_t index);
  // `src_oprt` runs before this operator.
  Operator& AddControlInput(const Operator& src_oprt);
  // Needed for Data; other outputs are inferred.
  graphStatus UpdateOutputDesc(const char* name, const TensorDesc& desc);
  Operator& SetAttr(const char* name, bool value);
  Operator& SetAttr(const char* name, std::int64_t value);
  Operator& SetAttr(const char* name, float value);
  Operator& SetAttr(const char* name, const char* value);
  Operator& SetAttr(const char* name, const AscendString& value);
  Operator& SetAttr(const char* name, const DataType& value);
  Operator& SetAttr(const char* name, const std::vector<std::int64_t>& value);
  Operator& SetAttr(const char* name, const std::vector<float>& value);
  Operator& SetAttr(const char* name, const std::vector<bool>& value);
  Operator& SetAttr(const char* name, const std::vector<AscendString>& value);
  Operator& SetAttr(const char* name, const std::vector<DataType>& value);
  Operator& SetAttr(const char* name, const std::vector<std::vector<std::int64_t>>& value);
  Operator& SetAttr(const char* name, const std::vector<std::vector<float>>& value);
  Operator& SetAttr(const char* name, const Tensor& value);

  const std::shared_ptr<OperatorImpl>& Impl() const { return impl_; }

  void InputRegister(const char* name);
  void InputRegister(const char* name, const char* types);
  void OptionalInputRegister(const char* name);
  void OptionalInputRegister(const char* name, const char* types);
  void DynamicInputRegister(const char* name, std::uint32_t count, bool push_back = true);
  void DynamicInputRegister(const char* name, std::uint32_t count, const char* types, bool push_back);
  void DynamicInputRegisterByIndex(const char* name, std::uint32_t count, std::size_t index);
  void OutputRegister(const char* name);
  void OutputRegister(const char* name, const char* types);
  void DynamicOutputRegister(const char* name, std::uint32_t count, bool push_back = true);
  void DynamicOutputRegister(const char* name, std::uint32_t count, const char* types, bool push_back);
  void DataTypeRegister(const char* symbol, const char* types);

  void RequiredAttrRegister(const char* name);
  void RequiredAttrWithTypeRegister(const char* name, const char* type);
  void AttrRegister(const char* name, bool value);
  void AttrRegister(const char* name, std::int64_t value);
  void AttrRegister(const char* name, float value);
  void AttrRegister(const char* name, const char* value);
  void AttrRegister(const char* name, const AscendString& value);
  void AttrRegister(const char* name, const DataType& value);
  void AttrRegister(const char* name, const std::vector<bool>& value);
  void AttrRegister(const char* name, const std::vector<std::int64_t>& value);
  void AttrRegister(const char* name, const std::vector<float>& value);
  void AttrRegister(const char* name, const std::vector<AscendString>& value);
  void AttrRegister(const char* name, const std::vector<DataType>& value);
  void AttrRegister(const char* name, const std::vector<std::vector<std::int64_t>>& value);
  void AttrRegister(const char* name, const std::vector<std::vector<float>>& value);

 private:
  std::shared_ptr<OperatorImpl> impl_;
};
static_assert(sizeof(Operator) == 24, "layout of GE's interface");

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_H_
