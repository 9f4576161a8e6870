// SPDX-License-Identifier: Apache-2.0
// Operator prototypes by type: registration (what REG_OP expands to) and creation.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_

#include <functional>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator.h"

namespace ge {

using OpCreator = std::function<Operator(const std::string&)>;
using OpCreatorV2 = std::function<Operator(const AscendString&)>;

class OperatorFactory {
 public:
  // An operator of a registered or built-in type; one without any port for an unknown type.
  static Operator CreateOperator(const char* name, const char* type);
  static bool IsExistOp(const char* type);
  static graphStatus GetOpsTypeList(std::vector<AscendString>& types);
};

// Registers the prototype that `creator` describes. A type registered twice keeps its first prototype; the
// second registration is refused with a message on stderr.
class OperatorCreatorRegister {
 public:
  OperatorCreatorRegister(const std::string& type, const OpCreator& creator);
  OperatorCreatorRegister(const char* type, const OpCreatorV2& creator);
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
