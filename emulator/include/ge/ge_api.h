// SPDX-License-Identifier: Apache-2.0
// GE's session interface: graphs are added, compiled and run by number. A failure's text is GEGetErrorMsg().
#ifndef INC_EXTERNAL_GE_GE_API_H_
#define INC_EXTERNAL_GE_GE_API_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_allocator.h"
#include "ge/ge_graph_compile_summary.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/graph.h"
#include "graph/tensor.h"

namespace ge {

class SessionImpl;

// Loads the custom operators of ASCEND_CUSTOM_OPP_PATH. Later calls do nothing.
Status GEInitialize(const std::map<AscendString, AscendString>& options);
Status GEFinalize();

// The text of the calling thread's last failure, or else of the process's last one; reading it clears it.
std::string GEGetErrorMsg();
AscendString GEGetErrorMsgV2();
AscendString GEGetWarningMsgV2();

class Session {
 public:
  explicit Session(const std::map<AscendString, AscendString>& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Status AddGraph(std::uint32_t graph_id, const Graph& graph,
                  const std::map<AscendString, AscendString>& options);
  Status RemoveGraph(std::uint32_t graph_id);
  Status CompileGraph(std::uint32_t graph_id);
  // nullptr when the graph is unknown or not compiled.
  std::shared_ptr<CompiledGraphSummary> GetCompiledGraphSummary(std::uint32_t graph_id);

  // Runs the graph and waits; fills `outputs` with tensors in host memory when it is empty.
  Status RunGraph(std::uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  // Appends the graph to `stream`. Outputs without data get memory of the stream's registered allocator.
  Status RunGraphWithStreamAsync(std::uint32_t graph_id, void* stream, const std::vector<Tensor>& inputs,
                                 std::vector<Tensor>& outputs);

  Status RegisterExternalAllocator(const void* stream, std::shared_ptr<Allocator> allocator) const;
  Status UnregisterExternalAllocator(const void* stream) const;
  Status SetGraphConstMemoryBase(std::uint32_t graph_id, const void* memory, std::size_t size);
  Status UpdateGraphFeatureMemoryBase(std::uint32_t graph_id, const void* memory, std::size_t size);
  Status SetGraphFixedFeatureMemoryBase(std::uint32_t graph_id, const void* memory, std::size_t size);
  Status UpdateGraphRefreshableFeatureMemoryBase(std::uint32_t graph_id, const void* memory,
                                                 std::size_t size);

 private:
  SessionImpl* impl_;
};
static_assert(sizeof(Session) == 8, "layout of GE's interface");

}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_API_H_
