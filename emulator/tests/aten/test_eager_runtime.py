# SPDX-License-Identifier: Apache-2.0
"""What a program sees of an npu from Python: memory, streams, files, data loaders, printed tensors."""

from __future__ import annotations

import io
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils.data import DataLoader, TensorDataset

MEGABYTE = 1 << 20

PRINTED = [
    torch.float64,
    torch.float32,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
    torch.complex64,
    torch.complex128,
    torch.float8_e5m2,
    torch.float8_e4m3fn,
]


@pytest.mark.parametrize("dtype", PRINTED, ids=lambda dtype: str(dtype).removeprefix("torch."))
def test_printed_as_on_the_cpu(dtype: torch.dtype) -> None:
    x = torch.tensor([[0.0, 1.5], [-2.0, 3.0]]).abs().to(dtype)
    for each in (x, x[0, 1], x[:0]):
        expected = repr(each)
        shown = repr(each.npu()).replace(", device='npu:0'", "").replace("device='npu:0', ", "")
        assert " ".join(shown.split()) == " ".join(expected.split())


def test_memory_statistics() -> None:
    torch.npu.synchronize()
    torch.npu.empty_cache()
    torch.npu.reset_peak_memory_stats()
    before, reserved = torch.npu.memory_allocated(), torch.npu.memory_reserved()
    x = torch.empty(8 * MEGABYTE, dtype=torch.uint8, device="npu")
    held = torch.npu.memory_allocated() - before
    assert 8 * MEGABYTE <= held <= 9 * MEGABYTE
    assert torch.npu.memory_reserved() >= reserved
    del x
    assert torch.npu.memory_allocated() == before
    assert torch.npu.max_memory_allocated() == before + held
    torch.npu.reset_peak_memory_stats()
    assert torch.npu.max_memory_allocated() == before
    cached = torch.npu.memory_reserved()
    torch.npu.empty_cache()
    assert torch.npu.memory_reserved() <= cached - 8 * MEGABYTE
    free, total = torch.npu.mem_get_info()
    assert 0 < free <= total
    assert "allocated" in torch.npu.memory_summary().lower()


def test_more_memory_than_the_device_has() -> None:
    _, total = torch.npu.mem_get_info()
    with pytest.raises(RuntimeError, match="out of memory"):
        torch.empty(2 * total, dtype=torch.uint8, device="npu")
    assert torch.ones(2, device="npu").sum().item() == 2


@pytest.mark.parametrize(("saved_on", "loaded_on"), [("npu", "cpu"), ("cpu", "npu"), ("npu", "npu")])
def test_save_and_load(saved_on: str, loaded_on: str) -> None:
    x = torch.arange(12.0).reshape(3, 4)
    file = io.BytesIO()
    saved = x.to(saved_on)
    torch.save({"x": saved, "view": saved[1:, ::2], "half": saved.half(), "step": 3}, file)
    file.seek(0)
    loaded: dict[str, Any] = torch.load(file, map_location=loaded_on, weights_only=True)
    assert loaded["x"].device.type == loaded_on
    assert torch.equal(loaded["x"].cpu(), x)
    assert torch.equal(loaded["view"].cpu(), x[1:, ::2])
    assert torch.equal(loaded["half"].cpu(), x.half())
    loaded["x"][1, 0] = -1
    assert loaded["view"][0, 0].item() == -1  # still a view


def test_load_without_map_location_stays_on_the_npu() -> None:
    model, copy = torch.nn.Linear(3, 2).npu(), torch.nn.Linear(3, 2).npu()
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    state = torch.load(file, weights_only=True)
    assert state["weight"].device == torch.device("npu:0")
    copy.load_state_dict(state)
    assert torch.equal(copy.weight, model.weight)


def test_data_loader_pins_its_batches() -> None:
    data = TensorDataset(torch.arange(12.0).reshape(6, 2), torch.arange(6))
    batches = list(DataLoader(data, batch_size=4, pin_memory=True, pin_memory_device="npu"))
    assert [x.shape[0] for x, _ in batches] == [4, 2]
    for x, y in batches:
        assert x.is_pinned()
        moved = x.to("npu", non_blocking=True), y.to("npu", non_blocking=True)
        torch.npu.synchronize()
        assert torch.equal(moved[0].cpu(), x)
        assert torch.equal(moved[1].cpu(), y)


def test_events_time_and_order_streams() -> None:
    side = torch.npu.Stream()
    begin, end = (torch.npu.Event(enable_timing=True) for _ in range(2))
    x = torch.ones(1000, device="npu")
    begin.record()
    side.wait_event(begin)
    with torch.npu.stream(side):
        assert torch.npu.current_stream() == side
        y = x * 2
        end.record()
    torch.npu.current_stream().wait_event(end)
    y.record_stream(torch.npu.current_stream())
    assert (y + 1).sum().item() == 3000
    end.synchronize()
    assert end.query()
    assert side.query()
    assert begin.elapsed_time(end) >= 0
    assert torch.npu.current_stream() == torch.npu.default_stream()


def test_seeds_of_one_and_all_devices() -> None:
    draws = []
    for seed in (torch.npu.manual_seed, torch.npu.manual_seed_all, torch.manual_seed):
        seed(11)
        draws.append(torch.randn(4, device="npu").cpu())
    assert torch.equal(draws[0], draws[1])
    assert torch.equal(draws[0], draws[2])
    assert torch.npu.initial_seed() == 11
    with torch.random.fork_rng(device_type="npu"):
        torch.randn(3, device="npu")
    after = torch.randn(2, device="npu").cpu()
    torch.manual_seed(11)
    torch.randn(4, device="npu")
    assert torch.equal(after, torch.randn(2, device="npu").cpu())


def _changes_through_views(x: Tensor) -> list[Tensor]:
    base = x.clone()
    base.view(-1)[::3] = 0
    base.t()[1].mul_(2)
    base.unfold(1, 2, 2)[..., 0] += 1
    base.diagonal().fill_(7)
    torch.as_strided(base, (2, 2), (1, 4)).neg_()
    rows = torch.tensor([0, 2, 0], device=x.device)
    base.index_put_((rows, rows), torch.ones(3, device=x.device), accumulate=True)
    base.scatter_reduce_(0, rows.expand(1, 3), x[:1, :3], "amax")
    base[base > 3] -= 10
    base[[0, 1], :, None][..., 0].zero_()
    return [base, base.unique(return_inverse=True, return_counts=True)[2], base.nonzero()]


def test_changes_through_views_equal_the_cpu() -> None:
    x = torch.linspace(-2, 2, 12).reshape(3, 4)
    on_npu = [each.cpu() for each in _changes_through_views(x.npu())]
    torch.testing.assert_close(on_npu, _changes_through_views(x), rtol=0, atol=0)
