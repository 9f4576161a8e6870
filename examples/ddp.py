# SPDX-License-Identifier: Apache-2.0
"""DistributedDataParallel training of a model with our operators: two processes, one NPU each.

    CANN_EMULATOR_DEVICES=2 python examples/ddp.py

Each process trains on half of every batch. Gradients are averaged by gloo through host memory, which works on
the emulator as on NPUs; with HCCL, init_process_group("hccl") and plain DistributedDataParallel(model) take
the place of HostProcessGroup. At the end rank 0 trains alone on whole batches and compares.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401
from torch.nn.parallel import DistributedDataParallel

from ascendc_ops.nn import DispersionCorrection, ResidualAdd

RANKS = 2
STEPS = 20
BATCH = 32
WIDTH = 16


class _Done(dist._Work):
    """Finished communication whose result are ``tensors``."""

    def __init__(self, tensors: list[torch.Tensor]) -> None:
        super().__init__()
        self._future: torch.futures.Future[list[torch.Tensor]] = torch.futures.Future()
        self._future.set_result(tensors)

    def wait(self, timeout: object = None) -> bool:
        return True

    def get_future(self) -> torch.futures.Future[list[torch.Tensor]]:
        return self._future


class HostProcessGroup(dist.ProcessGroup):
    """Communication of NPU tensors by ``host``, a process group for CPU tensors: copied there and back."""

    def __init__(self, host: dist.ProcessGroup) -> None:
        super().__init__(host.rank(), host.size())
        self._host = host

    def getBackendName(self) -> str:
        return "host"

    def _run(self, communicate: Callable[[list[torch.Tensor]], Any], tensors: list[torch.Tensor]) -> _Done:
        copies = [tensor.cpu() for tensor in tensors]
        communicate(copies).wait()
        for tensor, copy in zip(tensors, copies, strict=True):
            tensor.copy_(copy)
        return _Done(tensors)

    def allreduce(self, tensors: list[torch.Tensor], options: Any = None) -> _Done:
        return self._run(
            lambda copies: self._host.allreduce(copies, options or dist.AllreduceOptions()), tensors
        )

    def broadcast(self, tensors: list[torch.Tensor], options: Any = None) -> _Done:
        return self._run(
            lambda copies: self._host.broadcast(copies, options or dist.BroadcastOptions()), tensors
        )

    def allgather(
        self, outputs: list[list[torch.Tensor]], inputs: list[torch.Tensor], options: Any = None
    ) -> _Done:
        sources = [tensor.cpu() for tensor in inputs]
        copies = [[tensor.cpu() for tensor in tensors] for tensors in outputs]
        self._host.allgather(copies, sources).wait()
        for tensors, received in zip(outputs, copies, strict=True):
            for tensor, copy in zip(tensors, received, strict=True):
                tensor.copy_(copy)
        return _Done([tensor for tensors in outputs for tensor in tensors])


def make_model() -> torch.nn.Module:
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(WIDTH, WIDTH),
        torch.nn.Softplus(),
        DispersionCorrection(0.8),
        ResidualAdd(torch.nn.Linear(WIDTH, WIDTH)),
        torch.nn.Linear(WIDTH, 1),
    )


def make_data() -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(STEPS, BATCH, WIDTH, generator=torch.Generator().manual_seed(1))
    return x, x.square().mean(-1, keepdim=True)


def train(model: torch.nn.Module, x: torch.Tensor, y: torch.Tensor) -> list[float]:
    """Trains with one step for each x[i], y[i] and returns the losses."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    losses = []
    for inputs, targets in zip(x, y, strict=True):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def run(rank: int, store: str) -> None:
    device = torch.device(f"npu:{rank}")
    torch.npu.set_device(device)
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=RANKS)
    group = HostProcessGroup(dist.group.WORLD)
    x, y = (t.to(device) for t in make_data())

    model = make_model().to(device)
    with torch.no_grad():
        model[0].weight.add_(rank)  # DistributedDataParallel starts from the parameters of rank 0
    distributed = DistributedDataParallel(model, device_ids=[rank], process_group=group)
    half = slice(rank * BATCH // RANKS, (rank + 1) * BATCH // RANKS)
    losses = torch.tensor(train(distributed, x[:, half], y[:, half]))
    dist.all_reduce(losses)
    losses /= RANKS

    if rank == 0:
        alone = make_model().to(device)
        expected = torch.tensor(train(alone, x, y))
        difference = (losses - expected).abs().max().item()
        parameters = max(
            (p - q).abs().max().item() for p, q in zip(model.parameters(), alone.parameters(), strict=True)
        )
        print(f"{RANKS} processes, gradients averaged by gloo; {STEPS} steps on batches of {BATCH}")
        print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f}, alone {expected[0]:.4f} -> {expected[-1]:.4f}")
        print(f"largest difference: losses {difference:.1e}, parameters {parameters:.1e}")
        if not max(difference, parameters) < 1e-4:
            raise SystemExit("distributed training differs from training alone")
    dist.barrier()
    dist.destroy_process_group()


def main() -> None:
    if torch.npu.device_count() < RANKS:
        raise SystemExit(
            f"{RANKS} NPUs are needed; the emulator gives them with CANN_EMULATOR_DEVICES={RANKS}"
        )
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(run, args=(str(Path(folder) / "store"),), nprocs=RANKS)


if __name__ == "__main__":
    main()
