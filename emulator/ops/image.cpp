// SPDX-License-Identifier: Apache-2.0
// Resizing and sampling of images (NCHW) and volumes (NCDHW).
#include "ops/families.h"

namespace cann_emulator::ops {
namespace {

using Sizes = std::vector<std::int64_t>;

// Position of a name in torch's enumeration.
std::int64_t Choice(const Call& c, std::string_view attr, std::initializer_list<const char*> names) {
  const std::string name = c.String(attr);
  std::int64_t index = 0;
  for (const char* known : names) {
    if (name == known) return index;
    ++index;
  }
  TORCH_CHECK(false, "attribute ", attr, " has the unknown value '", name, "'");
}

std::int64_t Mode(const Call& c) {
  return Choice(c, "interpolation_mode", {"bilinear", "nearest", "bicubic"});
}
std::int64_t Padding(const Call& c) { return Choice(c, "padding_mode", {"zeros", "border", "reflection"}); }

void CheckNearest(const Call& c) {
  TORCH_CHECK(!c.Bool("align_corners") && !c.Bool("half_pixel_centers"),
              "nearest neighbours with align_corners or half_pixel_centers are not supported");
}

std::vector<Desc> ResizedDesc(const Call& c, std::string_view port) {
  Desc desc = DescOf(c, port);
  const Sizes size = c.Ints("size");
  TORCH_CHECK(desc.sizes.size() == 4 && size.size() == 2, "expected 4 dimensions and 2 sizes, got ",
              at::IntArrayRef(desc.sizes), " and ", at::IntArrayRef(size));
  desc.sizes[2] = size[0];
  desc.sizes[3] = size[1];
  return {desc};
}

at::Tensor NearestGrad(Call& c) {
  CheckNearest(c);
  const at::Tensor grads = c.In("grads");
  const Sizes input = ResizedDesc(c, "grads").front().sizes;
  return at::upsample_nearest2d_backward(grads, grads.sizes().slice(2), input);
}

std::vector<Desc> SampledDesc(const Call& c) {
  const Sizes& x = c.Sizes("x");
  const Sizes& grid = c.Sizes("grid");
  TORCH_CHECK(x.size() == grid.size() && x.size() >= 3, "x and grid must have one rank, got ",
              at::IntArrayRef(x), " and ", at::IntArrayRef(grid));
  Sizes sizes = {x[0], x[1]};
  sizes.insert(sizes.end(), grid.begin() + 1, grid.end() - 1);
  return {{sizes, c.TypeOf("x")}};
}

}  // namespace

void AddImage(Registry& r) {
  const std::string nearest = " {align_corners: bool = false, half_pixel_centers: bool = false} -> y";
  r.Add(
      "ResizeNearestNeighborV2(x, size)" + nearest, [](const Call& c) { return ResizedDesc(c, "x"); },
      [](Call& c) {
        CheckNearest(c);
        return at::upsample_nearest2d(c.In("x"), c.Ints("size"));
      });
  r.Add(
      "ResizeNearestNeighborV2Grad(grads, size)" + nearest,
      [](const Call& c) { return ResizedDesc(c, "grads"); }, NearestGrad);
  const std::string sampler =
      " {interpolation_mode: string = \"bilinear\", padding_mode: string = \"zeros\", align_corners: bool = "
      "false}";
  r.Add("GridSampler2D(x, grid)" + sampler + " -> y", SampledDesc, [](Call& c) {
    return at::grid_sampler_2d(c.In("x"), c.In("grid"), Mode(c), Padding(c), c.Bool("align_corners"));
  });
  r.Add("GridSampler2DGrad(grad, x, grid)" + sampler + " -> dx, dgrid", Like({"x", "grid"}), [](Call& c) {
    return at::grid_sampler_2d_backward(c.In("grad"), c.In("x"), c.In("grid"), Mode(c), Padding(c),
                                        c.Bool("align_corners"), {true, true});
  });
  r.Add(
      "GridSampler3D(x, grid) {interpolation_mode: string = \"bilinear\", padding_mode: string = \"zeros\", "
      "data_format: string = \"NCDHW\", align_corners: bool = false} -> y",
      SampledDesc, [](Call& c) {
        return at::grid_sampler_3d(c.In("x"), c.In("grid"), Mode(c), Padding(c), c.Bool("align_corners"));
      });
}

}  // namespace cann_emulator::ops
