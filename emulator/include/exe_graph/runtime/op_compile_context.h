// SPDX-License-Identifier: Apache-2.0
// What CompilableOp::Compile works on. An input's tensor has data (in host memory) only where its value is
// known when the graph is compiled.
#pragma once

#include "exe_graph/runtime/input_tensor_context.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace gert {

class OpCompileContext : public InputTensorContext {
 public:
  // An option of the graph that is compiled. Fails for one that was not given.
  ge::graphStatus GetOption(const ge::AscendString& option_key, ge::AscendString& option) const;
};
static_assert(sizeof(OpCompileContext) == 48 && std::is_standard_layout_v<OpCompileContext>,
              "layout of GE's interface");

}  // namespace gert
