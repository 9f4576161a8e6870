// SPDX-License-Identifier: Apache-2.0
// Attention and the feed-forward network as one operator each. Computed in float32, rounded once.
#include "ops/attention.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

at::Tensor ToBnsd(const at::Tensor& x, const std::string& layout, std::int64_t heads) {
  if (layout == "BNSD") return x;
  if (layout == "BSND") return x.transpose(1, 2);
  TORCH_CHECK(layout == "BSH", "input_layout '", layout, "' is not emulated; BSH, BSND and BNSD are");
  return x.reshape({x.size(0), x.size(1), heads, -1}).transpose(1, 2);
}

}  // namespace

at::Tensor FromBnsd(const at::Tensor& x, const std::string& layout) {
  if (layout == "BNSD") return x;
  const at::Tensor bsnd = x.transpose(1, 2);
  return layout == "BSND" ? bsnd : bsnd.flatten(2);
}

AttentionHeads::AttentionHeads(const Call& c, std::string layout)
    : call_(c), layout_(std::move(layout)), heads_(c.Int("num_heads")) {
  kv_heads_ = c.Int("num_key_value_heads") > 0 ? c.Int("num_key_value_heads") : heads_;
  TORCH_CHECK(heads_ > 0 && heads_ % kv_heads_ == 0,
              "num_heads must be a multiple of num_key_value_heads, got ", heads_, " and ", kv_heads_);
}

at::Tensor AttentionHeads::Scores(const at::Tensor& key, double scale) const {
  const at::Tensor query = ToBnsd(call_.In("query").to(at::kFloat), layout_, heads_);
  const at::Tensor scores = at::matmul(query, ForEachQuery(key).transpose(-1, -2)) * scale;
  return call_.Has("pse_shift") ? scores + call_.In("pse_shift").to(at::kFloat) : scores;
}

at::Tensor AttentionHeads::MaskedScores(const at::Tensor& key, double scale) const {
  const at::Tensor scores = Scores(key, scale);
  return call_.Has("atten_mask") ? scores.masked_fill(call_.In("atten_mask").to(at::kBool), kHidden) : scores;
}

at::Tensor AttentionHeads::Mix(const at::Tensor& scores, const at::Tensor& value) const {
  return at::matmul(at::softmax(scores, -1), ForEachQuery(value));
}

at::Tensor AttentionHeads::ForEachQuery(const at::Tensor& x) const {
  return ToBnsd(x.to(at::kFloat), layout_, kv_heads_).repeat_interleave(heads_ / kv_heads_, 1);
}

void CheckOneKeyAndValue(const Call& c) {
  const std::size_t keys = c.Descs("key").size(), values = c.Descs("value").size();
  TORCH_CHECK(keys == 1 && values == 1, "expected one key and one value, got ", keys, " and ", values);
}

namespace {

at::Tensor Attention(const Call& c, const at::Tensor& key, const at::Tensor& value) {
  const std::string layout = c.String("input_layout");
  const AttentionHeads heads(c, layout);
  const at::Tensor result = heads.Mix(heads.MaskedScores(key, c.Float("scale_value")), value);
  return FromBnsd(result, layout).to(c.TypeOf("query"));
}

at::Tensor PromptAttention(Call& c) {
  c.RefuseInputs({"actual_seq_lengths", "actual_seq_lengths_kv", "deq_scale1", "quant_scale1", "deq_scale2",
                  "quant_scale2", "quant_offset2"});
  TORCH_CHECK(c.Int("sparse_mode") <= 1, "sparse_mode ", c.Int("sparse_mode"),
              " is not emulated; 0 and 1 are");
  return Attention(c, c.In("key"), c.In("value"));
}

at::Tensor IncrementalAttention(Call& c) {
  c.RefuseInputs({"actual_seq_lengths", "dequant_scale1", "quant_scale1", "dequant_scale2", "quant_scale2",
                  "quant_offset2", "antiquant_scale", "antiquant_offset", "block_table", "kv_padding_size"});
  CheckOneKeyAndValue(c);
  return Attention(c, c.List("key")[0], c.List("value")[0]);
}

at::Tensor Activate(const at::Tensor& x, const std::string& name) {
  if (name == "relu") return at::relu(x);
  if (name == "gelu") return at::gelu(x);
  if (name == "fastgelu") return x * at::sigmoid(x * 1.702);
  TORCH_CHECK(name == "silu", "activation must be relu, gelu, fastgelu or silu, got '", name, "'");
  return at::silu(x);
}

at::Tensor FeedForward(Call& c) {
  c.RefuseInputs({"expert_tokens", "scale", "offset", "deq_scale1", "deq_scale2", "antiquant_scale1",
                  "antiquant_scale2", "antiquant_offset1", "antiquant_offset2"});
  const auto layer = [&c](const at::Tensor& x, const char* weight, const char* bias) {
    const at::Tensor y = at::matmul(x, c.In(weight).to(at::kFloat));
    return c.Has(bias) ? y + c.In(bias).to(at::kFloat) : y;
  };
  const at::Tensor hidden =
      Activate(layer(c.In("x").to(at::kFloat), "weight1", "bias1"), c.String("activation"));
  return layer(hidden, "weight2", "bias2").to(c.TypeOf("x"));
}

std::vector<Desc> FeedForwardDesc(const Call& c) {
  Desc desc = DescOf(c, "x");
  desc.sizes.back() = c.Sizes("weight2").back();
  return {desc};
}

}  // namespace

void AddAttention(Registry& r) {
  r.Add(
      "PromptFlashAttention(query, key, value, pse_shift?, atten_mask?, actual_seq_lengths?, "
      "actual_seq_lengths_kv?, deq_scale1?, quant_scale1?, deq_scale2?, quant_scale2?, quant_offset2?) "
      "{num_heads: int, scale_value: float = 1.0, pre_tokens: int = 214748647, next_tokens: int = 0, "
      "input_layout: string = \"BSH\", num_key_value_heads: int = 1, sparse_mode: int = 0, "
      "inner_precise: int = 1} -> attention_out",
      Like("query"), PromptAttention);
  r.Add(
      "IncreFlashAttention(query, key*, value*, pse_shift?, atten_mask?, actual_seq_lengths?, "
      "dequant_scale1?, "
      "quant_scale1?, dequant_scale2?, quant_scale2?, quant_offset2?, antiquant_scale?, antiquant_offset?, "
      "block_table?, kv_padding_size?) {num_heads: int, scale_value: float = 1.0, "
      "input_layout: string = \"BSH\", num_key_value_heads: int = 1, block_size: int = 0, "
      "inner_precise: int = 1} -> attention_out",
      Like("query"), IncrementalAttention);
  r.Add(
      "FFN(x, weight1, weight2, expert_tokens?, bias1?, bias2?, scale?, offset?, deq_scale1?, deq_scale2?, "
      "antiquant_scale1?, antiquant_scale2?, antiquant_offset1?, antiquant_offset2?) {activation: string, "
      "inner_precise: int = 0, output_dtype: int = -1, tokens_index_flag: bool = false} -> y",
      FeedForwardDesc, FeedForward);
}

}  // namespace cann_emulator::ops
