// SPDX-License-Identifier: Apache-2.0
// ge::Operator as a node of a graph that is built in C++: links, attributes, descriptions.
#include <algorithm>

#include "ge/error.h"
#include "ge/operator_impl.h"
#include "graph/operator.h"

namespace ge {

using cann_emulator::Arity;
using cann_emulator::engine::Fail;

std::vector<std::string> OperatorImpl::LinkedPorts() const {
  std::vector<std::string> ports;
  for (const auto& port : prototype.inputs) {
    if (port.arity != Arity::kDynamic) {
      if (links.count(port.name) != 0) {
        ports.push_back(port.name);
      }
      continue;
    }
    for (std::size_t i = 0; links.count(port.name + std::to_string(i)) != 0; ++i) {
      ports.push_back(port.name + std::to_string(i));
    }
  }
  return ports;
}

namespace {

// A mistake cannot be returned by functions that give back the operator: it is reported, and the graph lacks
// the link.
void Link(OperatorImpl* impl, const char* port, const std::shared_ptr<OperatorImpl>& source,
          std::size_t output) {
  if (impl == nullptr || port == nullptr || source == nullptr || output >= source->prototype.outputs.size()) {
    Fail("SetInput: the operator, its input, or the output it shall come from does not exist");
    return;
  }
  impl->links[port] = {source, output};
}

template <typename T>
void Set(OperatorImpl* impl, const char* name, T value) {
  if (impl == nullptr || name == nullptr) {
    Fail("SetAttr: the operator has no type, or the attribute no name");
    return;
  }
  impl->attributes[name] = std::move(value);
}

}  // namespace

Operator& Operator::SetInput(const char* dst_name, const Operator& src_oprt) {
  return SetInput(dst_name, src_oprt, std::uint32_t{0});
}

Operator& Operator::SetInput(const char* dst_name, const Operator& src_oprt, const char* name) {
  std::size_t output = 0;
  if (src_oprt.impl_ != nullptr && name != nullptr) {
    const auto& outputs = src_oprt.impl_->prototype.outputs;
    output = static_cast<std::size_t>(
        std::find_if(outputs.begin(), outputs.end(), [&](const auto& port) { return port.name == name; }) -
        outputs.begin());
  }
  Link(impl_.get(), dst_name, src_oprt.impl_, output);
  return *this;
}

Operator& Operator::SetInput(const char* dst_name, const Operator& src_oprt, std::uint32_t index) {
  Link(impl_.get(), dst_name, src_oprt.impl_, index);
  return *this;
}

Operator& Operator::AddControlInput(const Operator& src_oprt) {
  if (impl_ != nullptr && src_oprt.impl_ != nullptr) {
    impl_->controls.push_back(src_oprt.impl_);
  }
  return *this;
}

graphStatus Operator::UpdateOutputDesc(const char* name, const TensorDesc& desc) {
  const std::string port_name = name == nullptr ? "" : name;
  const auto same = [&](const auto& port) { return port.name == port_name; };
  if (impl_ == nullptr ||
      std::none_of(impl_->prototype.outputs.begin(), impl_->prototype.outputs.end(), same)) {
    return Fail("the operator has no output \"" + port_name + "\"");
  }
  impl_->output_descs[port_name] = desc;
  return GRAPH_SUCCESS;
}

Operator& Operator::SetAttr(const char* name, bool value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, std::int64_t value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, float value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const char* value) {
  Set(impl_.get(), name, std::string(value == nullptr ? "" : value));
  return *this;
}
Operator& Operator::SetAttr(const char* name, const AscendString& value) {
  return SetAttr(name, value.GetString());
}
Operator& Operator::SetAttr(const char* name, const DataType& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<std::int64_t>& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<float>& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<bool>& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<AscendString>& value) {
  std::vector<std::string> texts;
  for (const AscendString& text : value) {
    texts.emplace_back(text.GetString());
  }
  Set(impl_.get(), name, std::move(texts));
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<DataType>& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<std::vector<std::int64_t>>& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const std::vector<std::vector<float>>& value) {
  Set(impl_.get(), name, value);
  return *this;
}
Operator& Operator::SetAttr(const char* name, const Tensor& value) {
  if (impl_ != nullptr && name != nullptr) {
    impl_->tensors[name] = value;
  }
  return *this;
}

}  // namespace ge
