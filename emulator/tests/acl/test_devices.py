# SPDX-License-Identifier: Apache-2.0
"""Devices, contexts, the SoC, limits and options."""

from __future__ import annotations

import ctypes
import threading
from pathlib import Path

import pytest
from acl_runtime import CONTEXT_NULL, FEATURE_UNSUPPORTED, INVALID_DEVICE, Acl, AclError, check_program


def test_a_thread_has_no_device_until_it_sets_one(acl: Acl) -> None:
    codes: list[int] = []

    def work() -> None:
        for function in ("aclrtGetDevice", "aclrtGetCurrentContext", "aclrtCreateStream"):
            codes.append(acl.code(function, bytes(8)))
        assert "call aclrtSetDevice" in (acl.message() or "")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert codes == [CONTEXT_NULL] * 3


def test_devices_that_do_not_exist(acl: Acl) -> None:
    count = acl.get("aclrtGetDeviceCount", kind=ctypes.c_uint32)
    for device in (-1, count, 1000):
        with pytest.raises(AclError, match=f"device {device} does not exist: there are {count}") as error:
            acl.call("aclrtSetDevice", device)
        assert error.value.code == INVALID_DEVICE


def test_two_devices_have_memory_and_streams_of_their_own(cann_home: Path) -> None:
    source = """
        import ctypes
        count = acl.get("aclrtGetDeviceCount", kind=ctypes.c_uint32)
        assert count == 2
        blocks = []
        for device in range(2):
            acl.call("aclrtSetDevice", device)
            blocks.append(acl.malloc((device + 1) << 20))
        used = []
        for device in range(2):
            acl.call("aclrtSetDevice", device)
            assert acl.get("aclrtGetDevice", kind=ctypes.c_int) == device
            free, total = acl.memory()
            used.append(total - free)
        assert used == [1 << 20, 2 << 20]
        acl.write(blocks[0], b"peer")
        acl.call("aclrtMemcpy", blocks[1], 4, blocks[0], 4, DEVICE_TO_DEVICE)
        assert acl.read(blocks[1], 4) == b"peer"
        stream = acl.stream()  # of device 1
        acl.call("aclrtSetDevice", 0)
        done = []
        acl.launch(stream, lambda: time.sleep(0.1) or done.append(1))
        acl.call("aclrtSynchronizeDevice")
        assert done == [], "the stream of device 1 must not be waited for"
        acl.call("aclrtSynchronizeStream", stream)
        assert done == [1]
        assert acl.get("aclrtDeviceCanAccessPeer", 0, 1, kind=ctypes.c_int32) == 1
        acl.call("aclrtDeviceEnablePeerAccess", 1, 0)
    """
    check_program(cann_home, source, CANN_EMULATOR_DEVICES="2")


@pytest.mark.parametrize("count", ["65", "x", "-1"])
def test_an_unusable_number_of_devices_is_refused(cann_home: Path, count: str) -> None:
    source = """
        assert acl.code("aclrtGetDeviceCount", bytes(4)) == INVALID_PARAM
        print(acl.message())
    """
    output = check_program(cann_home, source, CANN_EMULATOR_DEVICES=count)
    assert f"CANN_EMULATOR_DEVICES='{count}' is not understood" in output


def test_contexts(acl: Acl) -> None:
    primary = acl.get("aclrtGetCurrentContext")
    context = acl.get("aclrtCreateContext", 0)
    assert acl.get("aclrtGetCurrentContext") == context
    stream = acl.stream()
    acl.sleep(stream, 0.01)
    acl.call("aclrtDestroyContext", context)
    assert acl.code("aclrtGetCurrentContext", bytes(8)) == CONTEXT_NULL
    with pytest.raises(AclError, match="is not a live stream"):
        acl.call("aclrtSynchronizeStream", stream)
    with pytest.raises(AclError, match="is not a live context"):
        acl.call("aclrtSetCurrentContext", context)
    acl.call("aclrtSetCurrentContext", primary)


def test_reset_ends_the_threads_use_of_the_device(cann_home: Path) -> None:
    source = """
        import ctypes
        acl.call("aclrtSetDevice", 0)
        done = []
        acl.launch(None, lambda: time.sleep(0.05) or done.append(1))
        acl.call("aclrtResetDevice", 0)
        assert done == [1]
        assert acl.code("aclrtGetDevice", bytes(4)) == CONTEXT_NULL
        active = ctypes.c_int32(5)
        acl.call("aclrtGetPrimaryCtxState", 0, None, ctypes.byref(active))
        assert active.value == 0
    """
    check_program(cann_home, source)


def test_initialisation_is_counted(cann_home: Path) -> None:
    source = """
        assert acl.code("aclFinalize") == 100037
        acl.call("aclInit", None)
        assert acl.code("aclInit", None) == 100002
        acl.call("aclFinalize")
        assert acl.code("aclInit", b"/no/such/file") == 100003
        assert "cannot be read" in acl.message()
        assert acl.message() is None, "a message is returned once"
    """
    check_program(cann_home, source)


SOCS = [
    ("Ascend910B1", 24, 48, 192, 2201),
    ("Ascend910B4", 20, 40, 96, 2201),
    ("Ascend950PR_9599", 36, 72, 128, 3510),
]


@pytest.mark.parametrize(("name", "cube", "vector", "l2", "arch"), SOCS)
def test_the_soc_decides_what_a_device_has(
    cann_home: Path, name: str, cube: int, vector: int, l2: int, arch: int
) -> None:
    source = f"""
        import ctypes
        def info(attribute):
            return acl.ask("aclrtGetDeviceInfo", 0, attribute, kind=ctypes.c_int64)
        assert acl.library.aclrtGetSocName().decode() == {name!r}
        assert [info(102), info(201), info(302), info(601)] == [{cube}, {vector}, {l2} << 20, {arch}]
        assert acl.ask("aclGetDeviceCapability", 0, 1, kind=ctypes.c_int64) == {vector}
        assert acl.ask("aclrtGetDeviceResLimit", 0, 1, kind=ctypes.c_uint32) == {vector}
        assert acl.code("aclrtGetDeviceInfo", 0, 404, bytes(8)) == FEATURE_UNSUPPORTED
    """
    check_program(cann_home, source, CANN_EMULATOR_SOC=name)


def test_an_unknown_soc_is_refused_with_the_known_names(cann_home: Path) -> None:
    source = """
        calls = [("aclInit", None), ("aclrtSetDevice", 0), ("aclrtGetDeviceCount", bytes(4))]
        assert [acl.code(*call) for call in calls] == [INVALID_PARAM] * 3
        print(acl.message())
        assert acl.library.aclrtGetSocName() is None
    """
    output = check_program(cann_home, source, CANN_EMULATOR_SOC="Ascend911")
    assert "CANN_EMULATOR_SOC='Ascend911'" in output
    assert "Ascend910B1, " in output


def test_core_limits(acl: Acl) -> None:
    stream = acl.stream()

    def limits() -> list[int]:
        return [
            acl.ask("aclrtGetDeviceResLimit", 0, 1, kind=ctypes.c_uint32),
            acl.ask("aclrtGetStreamResLimit", stream, 1, kind=ctypes.c_uint32),
            acl.ask("aclrtGetResInCurrentThread", 1, kind=ctypes.c_uint32),
        ]

    assert limits() == [48, 48, 48]
    acl.call("aclrtSetDeviceResLimit", 0, 1, 40)
    acl.call("aclrtSetStreamResLimit", stream, 1, 8)
    assert limits() == [40, 8, 40]
    acl.call("aclrtUseStreamResInCurrentThread", stream)
    assert limits() == [40, 8, 8]
    acl.call("aclrtUnuseStreamResInCurrentThread", stream)
    acl.call("aclrtResetStreamResLimit", stream)
    acl.call("aclrtResetDeviceResLimit", 0)
    assert limits() == [48, 48, 48]
    with pytest.raises(AclError, match="49 cores asked for; Ascend910B1 has 1 to 48"):
        acl.call("aclrtSetStreamResLimit", stream, 1, 49)
    acl.call("aclrtDestroyStream", stream)


def test_options(acl: Acl) -> None:
    acl.call("aclrtSetDeviceSatMode", 1)
    assert acl.code("aclrtSetDeviceSatMode", 0) == FEATURE_UNSUPPORTED
    assert acl.ask("aclrtGetSysParamOpt", 0, kind=ctypes.c_int64) == 0
    acl.call("aclrtSetSysParamOpt", 0, 1)
    assert acl.ask("aclrtGetSysParamOpt", 0, kind=ctypes.c_int64) == 1
    acl.call("aclrtSetSysParamOpt", 0, 0)
    with pytest.raises(AclError, match="9 is not an aclSysParamOpt"):
        acl.call("aclrtSetSysParamOpt", 9, 0)


def test_version_names_the_interface_and_the_emulator(acl: Acl) -> None:
    version = (ctypes.c_char * 512)()
    acl.call("aclsysGetCANNVersion", 0, version)
    assert version.raw[:6] == b"9.1.0\0"
    assert version.raw[384:].rstrip(b"\0") == b"CANN emulator"
    text = ctypes.create_string_buffer(128)
    acl.call("aclsysGetVersionStr", b"runtime", text)
    assert text.value == b"9.1.0"


def test_errors_belong_to_the_thread(acl: Acl) -> None:
    seen: list[str | None] = []
    acl.code("aclrtSetDevice", 77)
    thread = threading.Thread(target=lambda: seen.append(acl.message()))
    thread.start()
    thread.join()
    assert seen == [None]
    assert acl.code("aclrtPeekAtLastError", 0) == INVALID_DEVICE
    assert acl.code("aclrtGetLastError", 0) == INVALID_DEVICE
    assert acl.code("aclrtGetLastError", 0) == 0
    assert "device 77" in (acl.message() or "")
    assert acl.message() is None
