// SPDX-License-Identifier: Apache-2.0
// Field numbers of the messages of ge.proto that are read and written here.
#pragma once

#include <cstdint>

namespace cann_emulator::engine::fields {

namespace model {  // ModelDef
enum : std::uint32_t { kGraph = 7 };
}
namespace graph {  // GraphDef
enum : std::uint32_t { kName = 1, kOp = 6, kAttribute = 11 };
}
namespace op {  // OpDef
enum : std::uint32_t { kName = 1, kType = 2, kInput = 5, kAttribute = 10, kInputDesc = 33, kOutputDesc = 34 };
}
namespace tensor_desc {  // TensorDescriptor
enum : std::uint32_t { kName = 1, kDataType = 2, kShape = 3, kAttribute = 5, kDevice = 14 };
}
namespace shape {  // ShapeDef
enum : std::uint32_t { kDim = 1 };
}
namespace tensor {  // TensorDef
enum : std::uint32_t { kDesc = 1, kData = 2 };
}
namespace entry {  // of a map
enum : std::uint32_t { kKey = 1, kValue = 2 };
}
namespace attribute {  // AttrDef
enum : std::uint32_t {
  kList = 1,
  kString = 2,
  kInt = 3,
  kFloat = 4,
  kBool = 5,
  kTensor = 12,
  kListListInt = 14,
  kDataType = 15,
  kListListFloat = 16,
};
}
namespace list {  // AttrDef.ListValue
enum : std::uint32_t { kStrings = 2, kInts = 3, kFloats = 4, kBools = 5, kDataTypes = 12, kKind = 20 };
}
namespace list_kind {  // AttrDef.ListValue.ListValueType
enum : std::uint32_t { kNone = 0, kString = 1, kInt = 2, kFloat = 3, kBool = 4, kDataType = 10 };
}
namespace list_list {  // AttrDef.ListListAttrInt and ListListAttrFloat, and the lists in them
enum : std::uint32_t { kLists = 1, kElements = 1 };
}

}  // namespace cann_emulator::engine::fields
