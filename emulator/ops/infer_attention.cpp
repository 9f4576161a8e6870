// SPDX-License-Identifier: Apache-2.0
// FusedInferAttentionScore: attention of inference, for prompts and single tokens.
#include <string>
#include <utility>
#include <vector>

#include "ops/attention.h"
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

// Values of sparse_mode. With the first two, atten_mask says what is hidden; the others imply it.
enum SparseMode { kMask = 0, kWholeMask = 1, kCausal = 2, kCausalFromTheEnd = 3 };

const std::string kBnsdToBsnd = "BNSD_BSND";

std::string LayoutOfInputs(const Call& c) {
  const std::string layout = c.String("input_layout");
  return layout == kBnsdToBsnd ? "BNSD" : layout;
}

// Lengths of the sequences [batch, 1, 1, 1]; without the input they are all `size`.
at::Tensor Lengths(const Call& c, const char* port, std::int64_t batch, std::int64_t size) {
  if (!c.Has(port)) return at::full({batch, 1, 1, 1}, size, at::kLong);
  const at::Tensor lengths = at::tensor(c.Ints(port), at::kLong);
  TORCH_CHECK(lengths.numel() == 1 || lengths.numel() == batch, port,
              " must have one element, or one for each of ", batch, " sequences, got ", lengths.numel());
  return lengths.view({-1, 1, 1, 1}).expand({batch, 1, 1, 1});
}

// Beyond the sequences' ends, and after the query's own position in the causal modes.
at::Tensor Hidden(const Call& c, std::int64_t mode, const at::Tensor& scores) {
  const std::int64_t batch = scores.size(0), queries = scores.size(2), keys = scores.size(3);
  const at::Tensor query_length = Lengths(c, "actual_seq_lengths", batch, queries);
  const at::Tensor key_length = Lengths(c, "actual_seq_lengths_kv", batch, keys);
  const at::Tensor query = at::arange(queries).unsqueeze(1), key = at::arange(keys);
  const at::Tensor beyond = key.ge(key_length).logical_or(query.ge(query_length));
  if (mode == kCausal) return beyond.logical_or(key.gt(query));
  return mode == kCausalFromTheEnd ? beyond.logical_or(key.gt(query + (key_length - query_length))) : beyond;
}

std::vector<at::Tensor> FusedInferAttention(Call& c) {
  c.RefuseInputs({"dequant_scale1",
                  "quant_scale1",
                  "dequant_scale2",
                  "quant_scale2",
                  "quant_offset2",
                  "antiquant_scale",
                  "antiquant_offset",
                  "block_table",
                  "query_padding_size",
                  "kv_padding_size",
                  "key_antiquant_scale",
                  "key_antiquant_offset",
                  "value_antiquant_scale",
                  "value_antiquant_offset",
                  "key_shared_prefix",
                  "value_shared_prefix",
                  "actual_shared_prefix_len",
                  "query_rope",
                  "key_rope",
                  "key_rope_antiquant_scale",
                  "dequant_scale_query",
                  "learnable_sink",
                  "q_start_idx",
                  "kv_start_idx"});
  CheckOneKeyAndValue(c);
  const std::int64_t mode = c.Int("sparse_mode");
  TORCH_CHECK(mode >= kMask && mode <= kCausalFromTheEnd, "sparse_mode ", mode,
              " is not emulated; 0 to 3 are");
  const AttentionHeads heads(c, LayoutOfInputs(c));
  const at::Tensor key = c.List("key")[0];
  const double scale = c.Float("scale");
  at::Tensor scores = mode <= kWholeMask ? heads.MaskedScores(key, scale) : heads.Scores(key, scale);
  scores = scores.masked_fill(Hidden(c, mode, scores), kHidden);
  const at::Tensor log_sum = scores.logsumexp(-1, /*keepdim=*/true);
  // Zero for a query from which everything is hidden.
  const at::Tensor mixed = heads.Mix(scores, c.List("value")[0]).masked_fill(log_sum.isneginf(), 0);
  const std::string layout = c.String("input_layout") == kBnsdToBsnd ? "BSND" : LayoutOfInputs(c);
  return {FromBnsd(mixed, layout).to(c.TypeOf("query")),
          c.Bool("softmax_lse_flag") ? log_sum : at::empty({0}, at::kFloat)};
}

std::vector<Desc> FusedInferAttentionDescs(const Call& c) {
  Desc out = DescOf(c, "query");
  const std::string layout = c.String("input_layout");
  if (layout == kBnsdToBsnd) std::swap(out.sizes.at(1), out.sizes.at(2));
  if (!c.Bool("softmax_lse_flag")) return {out, {{0}, at::kFloat}};
  const std::int64_t queries = c.Sizes("query").at(LayoutOfInputs(c) == "BNSD" ? 2 : 1);
  return {out, {{out.sizes.at(0), c.Int("num_heads"), queries, 1}, at::kFloat}};
}

}  // namespace

void AddInferAttention(Registry& r) {
  r.Add(
      "FusedInferAttentionScore(query, key*, value*, pse_shift?, atten_mask?, actual_seq_lengths?, "
      "actual_seq_lengths_kv?, dequant_scale1?, quant_scale1?, dequant_scale2?, quant_scale2?, "
      "quant_offset2?, antiquant_scale?, antiquant_offset?, block_table?, query_padding_size?, "
      "kv_padding_size?, key_antiquant_scale?, key_antiquant_offset?, value_antiquant_scale?, "
      "value_antiquant_offset?, key_shared_prefix?, value_shared_prefix?, actual_shared_prefix_len?, "
      "query_rope?, key_rope?, key_rope_antiquant_scale?, dequant_scale_query?, learnable_sink?, "
      "q_start_idx?, kv_start_idx?) {num_heads: int, scale: float = 1.0, pre_tokens: int = 2147483647, "
      "next_tokens: int = 2147483647, input_layout: string = \"BSH\", num_key_value_heads: int = 0, "
      "sparse_mode: int = 0, inner_precise: int = 0, block_size: int = 0, antiquant_mode: int = 0, "
      "softmax_lse_flag: bool = false, key_antiquant_mode: int = 0, value_antiquant_mode: int = 0, "
      "query_quant_mode: int = 0, pse_type: int = 0, out_dtype: int = 0} -> attention_out, softmax_lse",
      FusedInferAttentionDescs, FusedInferAttention);
}

}  // namespace cann_emulator::ops
