// SPDX-License-Identifier: Apache-2.0
// Random numbers from torch's CPU stream of the seed; a device draws others from the same distributions.
#include <utility>

#include "ops/families.h"
#include "ops/random_stream.h"

namespace cann_emulator::ops {
namespace {

// The offset is the last element of its input: TorchAir gives some operators a 128-bit counter.
RandomDraw DrawOf(const Call& c, const char* seed, const char* offset) {
  return {static_cast<std::uint64_t>(c.Ints(seed).at(0)),
          c.Has(offset) ? static_cast<std::uint64_t>(c.Ints(offset).back()) : 0};
}

std::vector<Desc> ShapeAndType(const Call& c) { return {{c.Ints("shape"), c.Type("dtype")}}; }

at::Tensor Bernoulli(Call& c) {
  at::Tensor y = at::empty(c.Ints("shape"), c.Type("dtype"));
  const at::Tensor probability = c.In("prob").to(at::kFloat);
  RandomDraw draw = DrawOf(c, "seed", "offset");
  return y.bernoulli_(probability.expand(y.sizes()).contiguous(), draw.generator());
}

std::vector<Desc> MultinomialDesc(const Call& c) {
  std::vector<std::int64_t> sizes = c.Sizes("x");
  sizes.back() = c.Int("numsamples");
  return {{std::move(sizes), at::kLong}};
}

// The mask has one bit per element, lowest first, and is padded to multiples of 128 bits.
std::int64_t MaskBytes(std::int64_t elements) { return (elements + 127) / 128 * 16; }

std::int64_t Elements(const Call& c) { return c10::multiply_integers(c.Ints("shape")); }

const at::Tensor& BitValues() {
  static const at::Tensor* const kValues =
      new at::Tensor(at::tensor({1, 2, 4, 8, 16, 32, 64, 128}, at::kByte));
  return *kValues;
}

// `prob` is the probability to keep.
at::Tensor GenerateMask(Call& c) {
  RandomDraw draw = DrawOf(c, "seed", "offset");
  at::Tensor kept = at::zeros({MaskBytes(Elements(c)) * 8}, at::kByte);
  kept.slice(0, 0, Elements(c)).bernoulli_(c.Scalar("prob").toDouble(), draw.generator());
  return at::sum(kept.view({-1, 8}) * BitValues(), at::IntArrayRef{1}, /*keepdim=*/false, at::kByte);
}

at::Tensor ApplyMask(Call& c) {
  const at::Tensor x = c.In("x");
  const at::Tensor bits = c.In("mask").flatten().unsqueeze(1).bitwise_and(BitValues()).ne(0).flatten();
  TORCH_CHECK(bits.numel() >= x.numel(), "expected a mask of at least ", MaskBytes(x.numel()), " bytes, got ",
              bits.numel() / 8);
  const double keep = c.Scalar("keep_prob").toDouble();
  const at::Tensor kept = bits.slice(0, 0, x.numel()).reshape(x.sizes()).to(x.scalar_type());
  return keep == 0.0 ? at::zeros_like(x) : x * kept * (1.0 / keep);
}

}  // namespace

void AddRandom(Registry& r) {
  const std::string stateless = "(shape, key, counter, alg) {dtype: type = DT_FLOAT} -> y";
  r.Add("StatelessRandomUniformV2" + stateless, ShapeAndType, [](Call& c) {
    RandomDraw draw = DrawOf(c, "key", "counter");
    return at::empty(c.Ints("shape"), c.Type("dtype")).uniform_(0, 1, draw.generator());
  });
  r.Add("StatelessRandomNormalV2" + stateless, ShapeAndType, [](Call& c) {
    RandomDraw draw = DrawOf(c, "key", "counter");
    return at::empty(c.Ints("shape"), c.Type("dtype")).normal_(0, 1, draw.generator());
  });
  r.Add("StatelessBernoulli(shape, prob, seed, offset) {dtype: type = DT_FLOAT} -> y", ShapeAndType,
        Bernoulli);
  r.Add(
      "StatelessRandperm(n, seed, offset) {layout: int = 0, dtype: type = DT_INT64} -> y",
      [](const Call& c) -> std::vector<Desc> { return {{c.Ints("n"), c.Type("dtype")}}; },
      [](Call& c) {
        RandomDraw draw = DrawOf(c, "seed", "offset");
        return at::randperm(c.Ints("n").at(0), draw.generator(), at::TensorOptions(c.Type("dtype")));
      });
  r.Add("MultinomialWithReplacement(x, seed, offset) {numsamples: int, replacement: bool = false} -> y",
        MultinomialDesc, [](Call& c) {
          RandomDraw draw = DrawOf(c, "seed", "offset");
          return at::multinomial(c.In("x"), c.Int("numsamples"), c.Bool("replacement"), draw.generator());
        });
  r.Add(
      "StatelessDropOutGenMask(shape, prob, seed, seed1, offset?) -> y",
      [](const Call& c) -> std::vector<Desc> { return {{{MaskBytes(Elements(c))}, at::kByte}}; },
      GenerateMask);
  r.Add("DropOutDoMask(x, mask, keep_prob) -> y", Like("x"), ApplyMask);
}

}  // namespace cann_emulator::ops
