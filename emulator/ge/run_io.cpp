// SPDX-License-Identifier: Apache-2.0
#include "ge/run_io.h"

#include <cstring>

#include "acl/acl.h"
#include "acl/runtime.h"
#include "ge/data_type.h"
#include "ge/error.h"

namespace cann_emulator::engine {

Status RunInputs::Prepare(const CompiledGraph& graph, const RunRequest& request) {
  tensors_ = request.inputs;
  const std::size_t count = graph.ir.inputs.size();
  if (tensors_->size() != count) {
    return Error("the graph has " + std::to_string(count) + " inputs, " + std::to_string(tensors_->size()) +
                 " are given");
  }
  addresses_.resize(count);
  copies_.resize(count);
  buffers_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ::ge::Tensor& tensor = (*tensors_)[i];
    addresses_[i] = const_cast<std::uint8_t*>(tensor.GetData());
    if (tensor.GetPlacement() == ::ge::kPlacementHost) {
      Status status = CopyToDevice(request, i);
      if (!status.ok()) {
        return status;
      }
    }
  }
  return {};
}

Status RunInputs::CopyToDevice(const RunRequest& request, std::size_t index) {
  const ::ge::Tensor& tensor = (*tensors_)[index];
  // From the shape: the size may be that of an earlier call (see DynamicRun::BindInput).
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < tensor.GetShapeDimNum(); ++i) {
    dims.push_back(tensor.GetShapeDim(i));
  }
  const auto known = TensorSize(tensor.GetDataType(), dims);
  if (!known || (tensor.GetData() == nullptr && *known > 0)) {
    return Error("host input " + std::to_string(index) + " of the graph, " +
                 DataTypeName(tensor.GetDataType()) + " " + DimsText(dims) + ", has no data or no size");
  }
  const std::size_t size = *known;
  auto copy = std::make_shared<const std::string>(reinterpret_cast<const char*>(tensor.GetData()), size);
  auto buffer = DeviceBuffer::Allocate(request.allocator, size);
  if (buffer == nullptr) {
    return Error("out of device memory for host input " + std::to_string(index) + " of " +
                 std::to_string(size) + " bytes");
  }
  void* address = buffer->Address();
  addresses_[index] = address;
  copies_[index] = copy;
  buffers_[index] = std::move(buffer);
  return Launched(EnqueueTask(request.stream, "input " + std::to_string(index) + " of a graph",
                              [address, copy] {
                                std::memcpy(address, copy->data(), copy->size());
                                return Status{};
                              }),
                  "the copy of a host input");
}

void SetDescription(const ValueInfo& info, ::ge::Tensor* tensor) {
  tensor->SetDataType(info.dtype);
  tensor->SetFormat(::ge::FORMAT_ND);
  tensor->SetPlacement(::ge::kPlacementDevice);
  tensor->SetShapeDimNum(info.dims.size());
  tensor->SetOriginShapeDimNum(info.dims.size());
  for (std::size_t i = 0; i < info.dims.size(); ++i) {
    tensor->SetShapeDim(i, info.dims[i]);
    tensor->SetOriginShapeDim(i, info.dims[i]);
  }
}

void SetResult(const ValueInfo& info, std::shared_ptr<DeviceBuffer> buffer, std::size_t size,
               ::ge::Tensor* tensor) {
  SetDescription(info, tensor);
  auto* address = static_cast<std::uint8_t*>(buffer->Address());
  tensor->SetData(address, size, [buffer = std::move(buffer)](std::uint8_t*) mutable { buffer.reset(); });
}

void LoadConstants(const std::shared_ptr<const CompiledGraph>& graph, void* stream, void* base) {
  EnqueueTask(stream, "constants of graph " + graph->ir.name, [graph, base] {
    for (std::size_t i = 0; i < graph->ir.nodes.size(); ++i) {
      const Node& node = graph->ir.nodes[i];
      if (node.kind == Node::Kind::kConst) {
        std::memcpy(static_cast<char*>(base) + graph->const_offsets[i], node.value.data.data(),
                    node.value.data.size());
      }
    }
    return Status{};
  });
}

Status Launched(int code, const std::string& what) {
  if (code == ACL_SUCCESS) {
    return {};
  }
  const char* message = aclGetRecentErrMsg();
  return {code, what + " cannot be put on the stream (error " + std::to_string(code) + ")" +
                    (message == nullptr ? "" : std::string(": ") + message)};
}

}  // namespace cann_emulator::engine
