# SPDX-License-Identifier: Apache-2.0
"""A residual classifier whose residual connection is an Ascend C operator, compiled into one GE graph.

Trains on the handwritten digits that come with scikit-learn (on the CPU, in seconds), moves the model to
``npu``, compiles it through TorchAir, runs the whole test set and compares with the CPU. Exits with an error
when a prediction differs or when the compiled graph has no AddCustom node.
"""

from __future__ import annotations

import os
import sys
import time

import torch
import torch_npu
import torchair
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import ascendc_ops
from ascendc_ops.graph_text import GraphRecorder

CLASSES = 10
CALLS = 200


class ResidualBlock(torch.nn.Module):
    """x + f(x), f being two linear layers. The sum is ``ascendc_add`` on an NPU, ``torch.add`` elsewhere."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.expand = torch.nn.Linear(width, 2 * width)
        self.contract = torch.nn.Linear(2 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: [batch, width]; returns the same shape."""
        residual = self.contract(torch.relu(self.expand(x)))
        if x.device.type == "npu":
            return ascendc_ops.ascendc_add(x, residual)
        return x + residual


class DigitClassifier(torch.nn.Module):
    """8x8 images, flattened to [batch, 64], to scores [batch, 10]."""

    def __init__(self, width: int = 64, blocks: int = 2) -> None:
        super().__init__()
        self.stem = torch.nn.Linear(64, width)
        self.blocks = torch.nn.Sequential(*(ResidualBlock(width) for _ in range(blocks)))
        self.head = torch.nn.Linear(width, CLASSES)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        scores: torch.Tensor = self.head(self.blocks(torch.relu(self.stem(images))))
        return scores


def load_data() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Training images, training labels, test images, test labels; images scaled to 0..1."""
    images, labels = load_digits(return_X_y=True)
    train_x, test_x, train_y, test_y = train_test_split(images / 16.0, labels, test_size=0.25, random_state=0)
    return (
        torch.tensor(train_x, dtype=torch.float32),
        torch.tensor(train_y),
        torch.tensor(test_x, dtype=torch.float32),
        torch.tensor(test_y),
    )


def train(model: torch.nn.Module, images: torch.Tensor, labels: torch.Tensor, epochs: int = 60) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(epochs):
        for batch in torch.randperm(len(images)).split(128):
            loss = torch.nn.functional.cross_entropy(model(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def accuracy(scores: torch.Tensor, labels: torch.Tensor) -> float:
    return (scores.argmax(dim=1) == labels).float().mean().item()


def print_environment() -> None:
    home = os.environ.get("ASCEND_HOME_PATH", "not set")
    rows = [
        ("torch", torch.__version__, torch.__file__),
        ("torch_npu", torch_npu.__version__, torch_npu.__file__),
        ("torchair", "inside torch_npu", torchair.__path__[0]),
        ("ascendc_ops", ascendc_ops.__version__, ascendc_ops.library_path),
        ("CANN home", torch_npu.npu.get_device_name(0), home),
    ]
    for name, version, path in rows:
        print(f"  {name:<12} {version:<18} {path}")


def main() -> int:
    torch.manual_seed(0)
    print("Environment")
    print_environment()

    train_x, train_y, test_x, test_y = load_data()
    model = DigitClassifier()
    start = time.perf_counter()
    train(model, train_x, train_y)
    print(f"\nTrained on {len(train_x)} images on the CPU in {time.perf_counter() - start:.1f} s")

    model.eval()
    with torch.no_grad():
        expected = model(test_x)
        images = test_x.npu()
        model.npu()
        compiler_config = torchair.CompilerConfig()
        graphs = GraphRecorder(compiler_config)
        npu_backend = torchair.get_npu_backend(compiler_config=compiler_config)
        compiled = torch.compile(model, fullgraph=True, backend=npu_backend, dynamic=False)
        start = time.perf_counter()
        actual = compiled(images).cpu()
        compile_seconds = time.perf_counter() - start
        start = time.perf_counter()
        for _ in range(CALLS):
            compiled(images)
        torch.npu.synchronize()
        call_seconds = (time.perf_counter() - start) / CALLS

    print("\nGE graph of the compiled model")
    for graph in graphs.texts:
        print("  " + graph.replace("\n", "\n  ").rstrip())

    difference = (actual - expected).abs().max().item()
    print(f"\nTest set: {len(test_x)} images")
    print(f"  accuracy on NPU        {accuracy(actual, test_y):.4f}")
    print(f"  accuracy on CPU        {accuracy(expected, test_y):.4f}")
    print(f"  largest difference     {difference:.2e}")
    print(f"  first call (compiles)  {compile_seconds:.2f} s")
    print(f"  each further call      {call_seconds * 1e6:.0f} us")

    if not any("AddCustom" in graph for graph in graphs.texts):
        print("FAILED: the compiled graph has no AddCustom node", file=sys.stderr)
        return 1
    if not torch.equal(actual.argmax(dim=1), expected.argmax(dim=1)):
        print("FAILED: predictions on the NPU differ from the CPU's", file=sys.stderr)
        return 1
    print("\nOK: every prediction equals the CPU's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
