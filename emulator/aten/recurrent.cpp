// SPDX-License-Identifier: Apache-2.0
#include "aten/recurrent.h"

#include <ATen/ATen.h>

#include <optional>
#include <tuple>

namespace cann_emulator::aten {
namespace {

using MaybeTensor = std::optional<at::Tensor>;

at::Tensor Add(const at::Tensor& gates, const MaybeTensor& bias) {
  return bias.has_value() && bias->defined() ? gates + *bias : gates;
}

// The workspace holds the four activated gates: input, forget, cell, output.
std::tuple<at::Tensor, at::Tensor, at::Tensor> LstmCell(const at::Tensor& input_gates,
                                                        const at::Tensor& hidden_gates, const at::Tensor& cx,
                                                        const MaybeTensor& input_bias,
                                                        const MaybeTensor& hidden_bias) {
  const at::Tensor sum = Add(input_gates, input_bias) + Add(hidden_gates, hidden_bias);
  const auto gates = sum.chunk(4, 1);
  const at::Tensor i = gates[0].sigmoid(), f = gates[1].sigmoid(), g = gates[2].tanh(),
                   o = gates[3].sigmoid();
  const at::Tensor cy = f * cx + i * g;
  return {o * cy.tanh(), cy, at::cat({i, f, g, o}, 1)};
}

// Gradients of the gates' sums, of cx, and of the bias.
std::tuple<at::Tensor, at::Tensor, at::Tensor> LstmCellBackward(const MaybeTensor& grad_hy,
                                                                const MaybeTensor& grad_cy,
                                                                const at::Tensor& cx, const at::Tensor& cy,
                                                                const at::Tensor& workspace, bool has_bias) {
  const bool from_hidden = grad_hy.has_value() && grad_hy->defined();
  const bool from_cell = grad_cy.has_value() && grad_cy->defined();
  if (!from_hidden && !from_cell) return {};
  const auto gates = workspace.chunk(4, 1);
  const at::Tensor &i = gates[0], &f = gates[1], &g = gates[2], &o = gates[3];
  const at::Tensor tanh_cy = cy.tanh();
  at::Tensor grad = from_cell ? *grad_cy : at::zeros_like(cy);
  at::Tensor grad_o = at::zeros_like(cy);
  if (from_hidden) {
    grad = grad + at::tanh_backward(*grad_hy * o, tanh_cy);
    grad_o = at::sigmoid_backward(*grad_hy * tanh_cy, o);
  }
  const at::Tensor grad_gates =
      at::cat({at::sigmoid_backward(grad * g, i), at::sigmoid_backward(grad * cx, f),
               at::tanh_backward(grad * i, g), grad_o},
              1);
  return {grad_gates, grad * f, has_bias ? grad_gates.sum(0) : at::Tensor()};
}

// The workspace holds: reset, update and new gate, hx, and the new gate's hidden part.
std::tuple<at::Tensor, at::Tensor> GruCell(const at::Tensor& input_gates, const at::Tensor& hidden_gates,
                                           const at::Tensor& hx, const MaybeTensor& input_bias,
                                           const MaybeTensor& hidden_bias) {
  const auto in = Add(input_gates, input_bias).chunk(3, 1);
  const auto hidden = Add(hidden_gates, hidden_bias).chunk(3, 1);
  const at::Tensor reset = (in[0] + hidden[0]).sigmoid();
  const at::Tensor update = (in[1] + hidden[1]).sigmoid();
  const at::Tensor fresh = (in[2] + reset * hidden[2]).tanh();
  return {fresh + update * (hx - fresh), at::cat({reset, update, fresh, hx, hidden[2]}, 1)};
}

// Gradients of the input's gates, the hidden state's gates, hx, and the two biases.
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor, at::Tensor> GruCellBackward(
    const at::Tensor& grad_hy, const at::Tensor& workspace, bool has_bias) {
  const auto saved = workspace.chunk(5, 1);
  const at::Tensor &reset = saved[0], &update = saved[1], &fresh = saved[2], &hx = saved[3],
                   &hidden = saved[4];
  const at::Tensor grad_fresh = at::tanh_backward(grad_hy * (1 - update), fresh);
  const at::Tensor grad_update = at::sigmoid_backward(grad_hy * (hx - fresh), update);
  const at::Tensor grad_reset = at::sigmoid_backward(grad_fresh * hidden, reset);
  const at::Tensor grad_input = at::cat({grad_reset, grad_update, grad_fresh}, 1);
  const at::Tensor grad_hidden = at::cat({grad_reset, grad_update, grad_fresh * reset}, 1);
  return {grad_input, grad_hidden, grad_hy * update, has_bias ? grad_input.sum(0) : at::Tensor(),
          has_bias ? grad_hidden.sum(0) : at::Tensor()};
}

}  // namespace

void RegisterRecurrentCells(torch::Library& library) {
  library.impl("_thnn_fused_lstm_cell", LstmCell);
  library.impl("_thnn_fused_lstm_cell_backward_impl", LstmCellBackward);
  library.impl("_thnn_fused_gru_cell", GruCell);
  library.impl("_thnn_fused_gru_cell_backward", GruCellBackward);
}

}  // namespace cann_emulator::aten
