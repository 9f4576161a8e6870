// SPDX-License-Identifier: Apache-2.0
// The pybind11 route to the operators: plain Python functions that dynamo cannot see into. See
// docs/routes.md.
#include <torch/csrc/utils/pybind.h>

#include "npu_functions.h"

namespace {

namespace py = pybind11;

// The launch waits for torch_npu's task queue when that is full, and its thread may need the interpreter.
using ReleaseGil = py::call_guard<py::gil_scoped_release>;

}  // namespace

PYBIND11_MODULE(ascendc_ops_pybind, m) {
  m.doc() = "The operators of ascendc_ops as plain functions of NPU tensors: no autograd, no graph capture.";
  m.def("ascendc_add", &ascendc_ops::AddNpu, py::arg("x"), py::arg("y"), ReleaseGil(),
        "z = x + y, a new tensor");
  m.def("ascendc_add_", &ascendc_ops::AddInplaceNpu, py::arg("x"), py::arg("y"), ReleaseGil(),
        "x += y, in place");
  m.def("dispersion_correction", &ascendc_ops::DispersionCorrectionNpu, py::arg("input"), py::arg("alpha"),
        ReleaseGil(), "input * alpha + sqrt(input), a new tensor");
}
