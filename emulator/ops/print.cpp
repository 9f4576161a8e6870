// SPDX-License-Identifier: Apache-2.0
// PrintV2 of a formatted text; GE has folded StringFormat into it (ge/print_nodes.h).
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>

#include "acl/acl_rt.h"
#include "acl/acl_tdt.h"
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

// The channel that TorchAir's reader writes to stderr.
constexpr const char* kChannel = "_npu_log";
constexpr std::size_t kCapacity = 128;
constexpr std::int32_t kSendMilliseconds = 1000;

std::string Number(double value) {
  if (std::isnan(value)) return "nan";
  char text[64];
  const bool whole = std::isfinite(value) && std::trunc(value) == value && std::abs(value) < 1e18;
  std::snprintf(text, sizeof(text), whole ? "%.0f" : "%.9g", value);
  return text;
}

// "[0 1 2 ... 7 8 9]": the first and last `most` of each dimension; all of them where it is negative.
std::string Summary(const at::Tensor& x, std::int64_t most) {
  if (x.dim() == 0) return Number(x.item<double>());
  const std::int64_t size = x.size(0);
  const bool whole = most < 0 || size <= 2 * most;
  std::string text;
  for (std::int64_t i = 0; i < size; ++i) {
    if (i > 0) text += x.dim() == 1 ? " " : "\n ";
    if (!whole && i == most) {
      text += x.dim() == 1 ? "... " : "...\n ";
      i = size - most;
    }
    text += Summary(x[i], most);
  }
  return "[" + text + "]";
}

std::string Format(const Call& c) {
  const std::string form = c.String("template");
  const std::string placeholder = c.String("placeholder");
  std::string text;
  std::size_t position = 0;
  for (const at::Tensor& x : c.List("x")) {
    const std::size_t found = placeholder.empty() ? std::string::npos : form.find(placeholder, position);
    TORCH_CHECK(found != std::string::npos, "the template \"", form, "\" has fewer placeholders \"",
                placeholder, "\" than there are tensors to print");
    text += form.substr(position, found - position) + Summary(x, c.Int("summarize"));
    position = found + placeholder.size();
  }
  return text + form.substr(position);
}

// This end of the channel of the current device.
const acltdtChannelHandle* Channel() {
  static std::mutex mutex;
  static auto& channels = *new std::map<std::int32_t, acltdtChannelHandle*>;
  std::int32_t device = 0;
  aclrtGetDevice(&device);
  const std::lock_guard<std::mutex> lock(mutex);
  acltdtChannelHandle*& channel = channels[device];
  if (channel == nullptr) {
    channel = acltdtCreateChannelWithCapacity(static_cast<std::uint32_t>(device), kChannel, kCapacity);
  }
  return channel;
}

bool Send(std::string text) {
  acltdtDataItem* item =
      acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, nullptr, 0, ACL_STRING, text.data(), text.size());
  acltdtDataset* dataset = acltdtCreateDataset();
  const bool sent = acltdtAddDataItem(dataset, item) == ACL_SUCCESS &&
                    acltdtSendTensor(Channel(), dataset, kSendMilliseconds) == ACL_SUCCESS;
  acltdtDestroyDataset(dataset);
  acltdtDestroyDataItem(item);
  return sent;
}

std::vector<at::Tensor> Print(Call& c) {
  const std::string text = Format(c);
  if (!Send(text)) {  // nobody reads the channel
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  return {};
}

}  // namespace

void AddPrint(Registry& r) {
  r.Add(
      "PrintV2(x*) {output_stream: string = \"stderr\", template: string = \"%s\", placeholder: string = "
      "\"%s\", summarize: int = 3} -> ()",
      [](const Call&) { return std::vector<Desc>(); }, Print);
}

}  // namespace cann_emulator::ops
