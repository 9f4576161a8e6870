// SPDX-License-Identifier: Apache-2.0
// The bytes of a graph that Graph::SaveToMem wrote.
#ifndef INC_EXTERNAL_GRAPH_GRAPH_BUFFER_H_
#define INC_EXTERNAL_GRAPH_GRAPH_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ge {

class GraphBuffer {
 public:
  GraphBuffer();
  GraphBuffer(const GraphBuffer&) = delete;
  GraphBuffer& operator=(const GraphBuffer&) = delete;
  ~GraphBuffer();

  // Null and 0 before a graph was saved.
  const std::uint8_t* GetData() const;
  std::size_t GetSize() const;

 private:
  friend class Graph;
  std::shared_ptr<const std::string> bytes_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_GRAPH_BUFFER_H_
