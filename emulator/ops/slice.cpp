// SPDX-License-Identifier: Apache-2.0
// Parts of tensors: slices, strided views, padding, triangles.
#include <algorithm>

#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Ints = std::vector<std::int64_t>;

// Begin, end and stride of one axis as GE gives them: negative positions count from the end, and a set bit of
// a mask takes the whole side.
struct Span {
  std::int64_t begin = 0, end = 0, stride = 1;
  bool from_start = false, to_end = false;
};

at::Tensor SliceAxis(const at::Tensor& x, std::int64_t axis, const Span& span) {
  const std::int64_t size = x.size(axis);
  const auto clamp = [size](std::int64_t position, std::int64_t low, std::int64_t high) {
    if (position < 0) position += size;
    return std::min(std::max(position, low), high);
  };
  TORCH_CHECK(span.stride != 0, "stride of axis ", axis, " must not be 0");
  if (span.stride > 0) {
    const std::int64_t begin = span.from_start ? 0 : clamp(span.begin, 0, size);
    const std::int64_t end = span.to_end ? size : clamp(span.end, 0, size);
    return x.slice(axis, begin, std::max(begin, end), span.stride);
  }
  const std::int64_t begin = span.from_start ? size - 1 : clamp(span.begin, -1, size - 1);
  const std::int64_t end = span.to_end ? -1 : clamp(span.end, -1, size - 1);
  const std::int64_t count = std::max<std::int64_t>(0, (begin - end - span.stride - 1) / -span.stride);
  if (x.is_meta()) return x.narrow(axis, 0, count);
  const at::Tensor flipped = x.flip({axis});
  return flipped.slice(axis, size - 1 - begin, size, -span.stride).slice(axis, 0, count);
}

Ints Positions(const Call& c, std::string_view port, std::size_t count, std::int64_t otherwise) {
  return c.Has(port) ? c.Ints(port) : Ints(count, otherwise);
}

// Bit i of each mask speaks of entry i of begin, end and strides.
at::Tensor StridedSlice(Call& c, bool with_axes) {
  at::Tensor x = c.In("x");
  const Ints begin = c.Ints("begin");
  const Ints end = c.Ints("end");
  const Ints strides = Positions(c, "strides", begin.size(), 1);
  TORCH_CHECK(begin.size() == end.size() && begin.size() == strides.size(),
              "begin, end and strides must have one length, got ", begin.size(), ", ", end.size(), ", ",
              strides.size());
  const auto bit = [&c](std::string_view mask, std::size_t i) { return (c.Int(mask) >> i & 1) != 0; };
  Ints axes;
  if (with_axes && c.Has("axes")) axes = c.Ints("axes");
  std::int64_t axis = 0;
  for (std::size_t i = 0; i < begin.size(); ++i) {
    if (bit("ellipsis_mask", i)) {
      std::int64_t later = 0;
      for (std::size_t j = i + 1; j < begin.size(); ++j) later += bit("new_axis_mask", j) ? 0 : 1;
      axis = x.dim() - later;
      continue;
    }
    if (bit("new_axis_mask", i)) {
      x = x.unsqueeze(axis++);
      continue;
    }
    if (!axes.empty()) axis = at::maybe_wrap_dim(axes.at(i), x.dim());
    if (bit("shrink_axis_mask", i)) {
      x = x.select(axis, begin[i]);
      continue;
    }
    x = SliceAxis(x, axis, {begin[i], end[i], strides[i], bit("begin_mask", i), bit("end_mask", i)});
    ++axis;
  }
  return x;
}

at::Tensor Slice(Call& c) {
  at::Tensor x = c.In("x");
  const Ints offsets = c.Ints("offsets");
  const Ints sizes = c.Ints("size");
  TORCH_CHECK(offsets.size() == sizes.size() && static_cast<std::int64_t>(sizes.size()) == x.dim(),
              "offsets and size must have one entry per axis of x");
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto axis = static_cast<std::int64_t>(i);
    x = x.narrow(axis, offsets[i], sizes[i] == -1 ? x.size(axis) - offsets[i] : sizes[i]);
  }
  return x;
}

at::Tensor AsStrided(Call& c) {
  return c.In("x").contiguous().as_strided(c.Ints("size"), c.Ints("stride"), c.Ints("storage_offset").at(0));
}

at::Tensor ViewCopy(Call& c) {
  const at::Tensor source = c.In("src").contiguous().as_strided(c.Ints("src_size"), c.Ints("src_stride"),
                                                                c.Ints("src_storage_offset").at(0));
  at::Tensor result = c.In("dst").clone(at::MemoryFormat::Contiguous);
  result.as_strided(c.Ints("dst_size"), c.Ints("dst_stride"), c.Ints("dst_storage_offset").at(0))
      .copy_(source);
  return result;
}

// GE lists (before, after) axis by axis from the first; torch from the last.
Ints TorchPadding(const Call& c) {
  const Ints paddings = c.Ints("paddings");
  TORCH_CHECK(paddings.size() % 2 == 0, "paddings must hold pairs");
  Ints result;
  for (std::size_t i = paddings.size(); i >= 2; i -= 2) {
    result.push_back(paddings[i - 2]);
    result.push_back(paddings[i - 1]);
  }
  // torch pads at most the axes a mode allows: leave out the leading axes that stay as they are.
  while (result.size() >= 2 && result[result.size() - 1] == 0 && result[result.size() - 2] == 0) {
    result.resize(result.size() - 2);
  }
  return result;
}

// The sizes after padding with sign 1, those before it with -1.
std::vector<Desc> PaddedDesc(const Call& c, std::int64_t sign) {
  Desc desc = DescOf(c, "x");
  const Ints padding = TorchPadding(c);
  TORCH_CHECK(padding.size() <= 2 * desc.sizes.size(), "expected at most ", desc.sizes.size(),
              " pairs of paddings");
  for (std::size_t i = 0; i < padding.size(); ++i)
    desc.sizes[desc.sizes.size() - 1 - i / 2] += sign * padding[i];
  return {desc};
}

// Replicates or reflects. torch does so in at most five dimensions, and asks for not more than two leading
// ones.
at::Tensor PadFromBorder(const at::Tensor& x, const Ints& padding, const std::string& mode) {
  TORCH_CHECK(mode == "reflect" || mode == "edge", "mode must be reflect or edge, got '", mode, "'");
  const auto axes = static_cast<std::int64_t>(padding.size() / 2);
  if (axes == 0) return x;
  const at::IntArrayRef trailing = x.sizes().slice(static_cast<std::size_t>(x.dim() - axes));
  Ints folded{x.numel() / std::max<std::int64_t>(1, c10::multiply_integers(trailing))};
  folded.insert(folded.end(), trailing.begin(), trailing.end());
  const at::Tensor padded = at::pad(x.reshape(folded), padding, mode == "edge" ? "replicate" : "reflect");
  Ints sizes = x.sizes().vec();
  std::copy(padded.sizes().begin() + 1, padded.sizes().end(), sizes.end() - axes);
  return padded.reshape(sizes);
}

at::Tensor Pad(Call& c) {
  const at::Tensor x = c.In("x");
  const std::string mode = c.String("mode");
  const Ints padding = TorchPadding(c);
  if (mode == "constant") {
    return at::constant_pad_nd(x, padding, c.Has("constant_values") ? c.Scalar("constant_values") : 0);
  }
  return PadFromBorder(x, padding, mode);
}

at::Tensor MirrorPad(Call& c) {
  const at::Tensor x = c.In("x");
  TORCH_CHECK(c.String("mode") == "REFLECT", "mode must be REFLECT, got '", c.String("mode"), "'");
  const Ints padding = TorchPadding(c);
  return PadFromBorder(x, padding, "reflect");
}

// The gradient sums what the padding repeated.
at::Tensor PadGrad(Call& c) {
  const at::Tensor grad = c.In("x");
  const std::string mode = c.String("mode");
  const Ints padding = TorchPadding(c);
  const Ints sizes = PaddedDesc(c, -1).front().sizes;
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  const at::Tensor position = at::arange(count, at::kDouble).reshape(sizes);
  const at::Tensor source = PadFromBorder(position, padding, mode).to(at::kLong);
  const at::Tensor sum = at::zeros({count}, grad.options());
  return sum.index_add(0, source.flatten(), grad.flatten()).reshape(sizes);
}

}  // namespace

void AddSlice(Registry& r) {
  const std::string masks =
      " {begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, "
      "shrink_axis_mask: int = 0} -> y";
  r.AddView("StridedSlice(x, begin, end, strides?)" + masks, [](Call& c) { return StridedSlice(c, false); });
  r.AddView("StridedSliceV2(x, begin, end, axes?, strides?)" + masks,
            [](Call& c) { return StridedSlice(c, true); });
  r.AddView("Slice(x, offsets, size) -> y", Slice);
  r.AddView("AsStrided(x, size, stride, storage_offset) -> y", AsStrided);
  r.Add(
      "ViewCopy(dst, dst_size, dst_stride, dst_storage_offset, src, src_size, src_stride, "
      "src_storage_offset) -> dst",
      Like("dst"), ViewCopy);
  const Rule pad = [](const Call& c) { return PaddedDesc(c, 1); };
  r.Add(
      "PadV3(x, paddings, constant_values?) {mode: string = \"constant\", paddings_contiguous: bool = true} "
      "-> y",
      pad, Pad);
  r.Add(
      "PadV3Grad(x, paddings) {mode: string = \"reflect\", paddings_contiguous: bool = true} -> y",
      [](const Call& c) { return PaddedDesc(c, -1); }, PadGrad);
  r.Add("MirrorPad(x, paddings) {mode: string} -> y", pad, MirrorPad);
  r.Add("ReverseV2(x, axis) -> y", Like("x"), [](Call& c) { return at::flip(c.In("x"), c.Ints("axis")); });
  r.Add("Roll(x) {shifts: ints, dims: ints = []} -> y", Like("x"),
        [](Call& c) { return at::roll(c.In("x"), c.IntList("shifts"), c.IntList("dims")); });
  r.Add("Tril(x) {diagonal: int = 0} -> y", Like("x"),
        [](Call& c) { return at::tril(c.In("x"), c.Int("diagonal")); });
  r.Add("Triu(x) {diagonal: int = 0} -> y", Like("x"),
        [](Call& c) { return at::triu(c.In("x"), c.Int("diagonal")); });
}

}  // namespace cann_emulator::ops
