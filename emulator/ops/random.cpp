// SPDX-License-Identifier: Apache-2.0
// Random numbers that depend on nothing but their inputs. They come from the CPU's generator, seeded with the
// key and the counter; a device draws others from the same distributions.
#include <ATen/CPUGeneratorImpl.h>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

// All elements of the seed inputs, mixed (the finaliser of splitmix64).
at::Generator Seeded(const Call& c, const std::vector<std::string_view>& ports) {
  std::uint64_t seed = 0;
  for (const std::string_view port : ports) {
    if (!c.Has(port)) continue;
    for (const std::int64_t value : c.Ints(port)) {
      seed += static_cast<std::uint64_t>(value) + 0x9E3779B97F4A7C15U;
      seed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9U;
      seed = (seed ^ (seed >> 27)) * 0x94D049BB133111EBU;
      seed ^= seed >> 31;
    }
  }
  return at::detail::createCPUGenerator(seed);
}

std::vector<Desc> ShapeAndType(const Call& c) { return {{c.Ints("shape"), c.Type("dtype")}}; }

at::Tensor Bernoulli(Call& c) {
  at::Tensor y = at::empty(c.Ints("shape"), c.Type("dtype"));
  const at::Tensor probability = c.In("prob").to(at::kFloat);
  at::Generator generator = Seeded(c, {"seed", "offset"});
  return y.bernoulli_(probability.expand(y.sizes()).contiguous(), generator);
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
  at::Generator generator = Seeded(c, {"seed", "seed1", "offset"});
  at::Tensor kept = at::empty({MaskBytes(Elements(c)), 8}, at::kByte);
  kept.bernoulli_(c.Scalar("prob").toDouble(), generator);
  return at::sum(kept * BitValues(), at::IntArrayRef{1}, /*keepdim=*/false, at::kByte);
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
    at::Generator generator = Seeded(c, {"key", "counter"});
    return at::empty(c.Ints("shape"), c.Type("dtype")).uniform_(0, 1, generator);
  });
  r.Add("StatelessRandomNormalV2" + stateless, ShapeAndType, [](Call& c) {
    at::Generator generator = Seeded(c, {"key", "counter"});
    return at::empty(c.Ints("shape"), c.Type("dtype")).normal_(0, 1, generator);
  });
  r.Add("StatelessBernoulli(shape, prob, seed, offset) {dtype: type = DT_FLOAT} -> y", ShapeAndType,
        Bernoulli);
  r.Add(
      "StatelessDropOutGenMask(shape, prob, seed, seed1, offset?) -> y",
      [](const Call& c) -> std::vector<Desc> { return {{{MaskBytes(Elements(c))}, at::kByte}}; },
      GenerateMask);
  r.Add("DropOutDoMask(x, mask, keep_prob) -> y", Like("x"), ApplyMask);
}

}  // namespace cann_emulator::ops
