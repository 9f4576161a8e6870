// SPDX-License-Identifier: Apache-2.0
// What GE's attention operators share. Computed in float32, rounded once.
#pragma once

#include <limits>
#include <string>

#include "ops/call.h"

namespace cann_emulator::ops {

// The score of what is hidden from a query.
constexpr float kHidden = -std::numeric_limits<float>::infinity();

// From [batch, heads, sequence, size of a head] to `layout`: BSH, BSND or BNSD.
at::Tensor FromBnsd(const at::Tensor& x, const std::string& layout);

// The inputs query and, by argument, key and value in `layout` (BSH, BSND or BNSD), as the attributes
// num_heads and num_key_value_heads divide them: several heads of the query may share one of the key.
class AttentionHeads {
 public:
  AttentionHeads(const Call& c, std::string layout);

  // scale * query key^T + pse_shift [batch, heads, queries, keys]
  at::Tensor Scores(const at::Tensor& key, double scale) const;

  // The same, without what the input atten_mask hides.
  at::Tensor MaskedScores(const at::Tensor& key, double scale) const;

  // softmax(scores) value [batch, heads, queries, size of a head]
  at::Tensor Mix(const at::Tensor& scores, const at::Tensor& value) const;

 private:
  at::Tensor ForEachQuery(const at::Tensor& x) const;

  const Call& call_;
  std::string layout_;
  std::int64_t heads_, kv_heads_;
};

// The dynamic inputs key and value have one tensor each.
void CheckOneKeyAndValue(const Call& c);

}  // namespace cann_emulator::ops
