# SPDX-License-Identifier: Apache-2.0
"""torch_npu's own device, memory, stream and event functions on the runtime."""

from __future__ import annotations

import pytest
from acl_runtime import check_torch

pytestmark = pytest.mark.slow


def test_one_device() -> None:
    source = """
        assert torch.npu.is_available()
        assert torch.npu.device_count() == 1
        assert torch.npu.get_device_name(0) == "Ascend910B1"
        properties = torch.npu.get_device_properties(0)
        assert (properties.cube_core_num, properties.vector_core_num) == (24, 48)

        host = torch.arange(1000.0)
        assert torch.empty(3, device="npu").device == torch.device("npu:0")
        assert torch.equal(host.npu().cpu(), host)
        pinned = host.pin_memory()
        assert pinned.is_pinned()
        assert torch.equal(pinned.npu(non_blocking=True).cpu(), host)
        garbage = torch.empty(1 << 20, device="npu").cpu()
        assert garbage.isnan().any(), "memory that was never written is not zero"

        side = torch.npu.Stream()
        begin, end = torch.npu.Event(enable_timing=True), torch.npu.Event(enable_timing=True)
        begin.record()
        with torch.npu.stream(side):
            copy = host.npu(non_blocking=True)
        torch.npu.current_stream().wait_stream(side)
        end.record()
        end.synchronize()
        assert begin.elapsed_time(end) > 0
        assert end.query()
        assert side.query()

        allocated = torch.npu.memory_allocated()
        block = torch.empty(5 << 20, dtype=torch.uint8, device="npu")
        assert torch.npu.memory_allocated() - allocated >= 5 << 20
        free, total = torch.npu.mem_get_info()
        assert total == 64 << 30
        assert total - free == torch.npu.memory_reserved()
        try:
            torch.empty(1 << 36, device="npu")
        except torch.OutOfMemoryError as error:
            assert "64.00 GiB total capacity" in str(error)
        else:
            raise AssertionError("more memory than the device has was given")
    """
    check_torch(source, CANN_EMULATOR_DEVICES="1")


def test_two_devices_and_threads() -> None:
    source = """
        import threading
        assert torch.npu.device_count() == 2
        host = torch.arange(1 << 20, dtype=torch.float32)
        results = []

        def work(device):
            torch.npu.set_device(device)
            for _ in range(10):
                results.append(torch.equal(host.to(f"npu:{device}", non_blocking=True).cpu(), host))

        threads = [threading.Thread(target=work, args=(number % 2,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [True] * 40
        there = host.to("npu:0").to("npu:1")
        assert there.device == torch.device("npu:1")
        assert torch.equal(there.cpu(), host)
        del there
        torch.npu.empty_cache()
        for device in (0, 1):
            free, total = torch.npu.mem_get_info(device)
            assert total - free == torch.npu.memory_reserved(device)
    """
    check_torch(source, CANN_EMULATOR_DEVICES="2")


def test_expandable_segments() -> None:
    source = """
        first = torch.empty(50 << 20, device="npu")
        host = torch.arange(60 << 20, dtype=torch.int32)
        second = host.npu()
        assert torch.equal(second.cpu(), host)
        del first, second
        torch.npu.empty_cache()
        free, total = torch.npu.mem_get_info()
        assert total - free == torch.npu.memory_reserved()
    """
    check_torch(source, PYTORCH_NPU_ALLOC_CONF="expandable_segments:True")


@pytest.mark.parametrize("queue", ["0", "1"])
def test_a_script_may_end_without_synchronising(queue: str) -> None:
    source = """
        value = torch.ones(1 << 20).npu()
        for _ in range(100):
            value.add_(1.0)
        print("end")
    """
    assert check_torch(source, TASK_QUEUE_ENABLE=queue) == "end\n"


def test_an_error_of_the_runtime_reaches_python_with_its_reason() -> None:
    source = """
        try:
            torch.npu.set_device(3)
        except RuntimeError as error:
            assert "device 3 does not exist" in str(error), error
        else:
            raise AssertionError("there is no device 3")
        try:
            with torch.npu.stream(torch.npu.Stream()):
                torch.npu.NPUGraph().capture_begin()
        except RuntimeError as error:
            assert "aclmdlRICaptureBegin is not implemented by the CANN emulator" in str(error), error
        else:
            raise AssertionError("captured")
    """
    check_torch(source)
