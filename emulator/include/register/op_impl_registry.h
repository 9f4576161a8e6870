// SPDX-License-Identifier: Apache-2.0
// What an operator declares about its implementation beside its prototype:
//
//   IMPL_OP(Scale).InputsDataDependency({1});
//
// Shape functions, tiling and kernels of GE's older interface are not offered: a plugin implements
// ge::ShapeInferOp and ge::EagerExecuteOp (graph/custom_op.h).
#ifndef INC_EXTERNAL_REGISTER_OP_IMPL_REGISTRY_H_
#define INC_EXTERNAL_REGISTER_OP_IMPL_REGISTRY_H_

#include <cstdint>
#include <initializer_list>

namespace gert {

class OpImplRegisterV2 {
 public:
  explicit OpImplRegisterV2(const char* /*op_type*/) {}

  // Inputs whose values inference reads. Nothing is to do for them here: an operator without ShapeInferOp is
  // inferred by running Execute, and ShapeInferOp gets every value that is known.
  OpImplRegisterV2& InputsDataDependency(std::initializer_list<std::int32_t> /*inputs*/) { return *this; }
};

}  // namespace gert

#define CANN_GE_IMPL_OP_(type, n) \
  [[maybe_unused]] static const gert::OpImplRegisterV2 g_op_impl_##n = gert::OpImplRegisterV2(#type)
#define CANN_GE_IMPL_OP(type, n) CANN_GE_IMPL_OP_(type, n)
#define IMPL_OP(type) CANN_GE_IMPL_OP(type, __COUNTER__)

#endif  // INC_EXTERNAL_REGISTER_OP_IMPL_REGISTRY_H_
