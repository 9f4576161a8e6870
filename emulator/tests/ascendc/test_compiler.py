# SPDX-License-Identifier: Apache-2.0
"""The .asc compiler as a program: launches that run, messages, dependency files, options."""

from __future__ import annotations

import re
import resource
import subprocess
from typing import TYPE_CHECKING

import pytest
from asc_library import SOURCES, Compiler

if TYPE_CHECKING:
    from pathlib import Path

FORMS = SOURCES / "forms"
KERNEL = """#include "kernel_operator.h"
__global__ __vector__ void k(int) {}
void host(void* stream) { k<<<1, 0, stream>>>(1); }
"""


def test_every_form_of_launch_runs(compiler: Compiler, tmp_path: Path) -> None:
    program = tmp_path / "forms"
    result = compiler.run(
        "-Wall", "-Wextra", "-Werror", FORMS / "forms.asc", FORMS / "other.asc", "-o", program
    )
    assert result.returncode == 0, result.stderr
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert output.splitlines() == [
        "in_namespace 1",
        "in_namespace 2",
        "anonymous 3",
        "c_linkage null 4",
        "c_linkage null 5",
        "by_value 6",
        "by_value 70",
        "scaled 8",
        "scaled wide 9",
        "scaled wide 10",
        "scaled 10",
        "defined_elsewhere 11",
        "anonymous 12",
        "anonymous 13",
        "anonymous 14",
        "defined_elsewhere 15",
        "1 refused",
    ]


LAUNCHER = """#include <acl/acl.h>
#include <cstdio>
__global__ void k() {}
int main() {
  aclInit(nullptr);
  aclrtSetDevice(0);
  k<<<1, 0, nullptr>>>();
  aclrtSynchronizeStream(nullptr);
  std::puts(aclGetRecentErrMsg());
}
"""


def message_of_launch(compiler: Compiler, folder: Path, *options: str) -> str:
    write(folder, "x.asc", LAUNCHER)
    assert compiler.run("x.asc", "-o", "x", *options, cwd=folder).returncode == 0
    return subprocess.run([folder / "x"], check=True, capture_output=True, text=True).stdout


def test_kernel_of_another_architecture_is_refused(compiler: Compiler, tmp_path: Path) -> None:
    later = Compiler(compiler.path, ("--npu-arch=dav-3510",))
    assert message_of_launch(later, tmp_path) == (
        "kernel k, launched at x.asc:7: compiled for dav-3510, but Ascend910B1 is a dav-2201; compile with "
        "--npu-arch=dav-2201 (CMAKE_ASC_ARCHITECTURES), or choose another SoC with CANN_EMULATOR_SOC\n"
    )


def test_kernel_of_other_headers_is_refused(compiler: Compiler, tmp_path: Path) -> None:
    home = compiler.path.parents[1]
    text = (home / "include/ascendc/headers_digest.h").read_text()
    other = re.sub(r"0x[0-9a-f]{16}", "0x0123456789abcdef", text)
    write(tmp_path, "before/ascendc/headers_digest.h", other)
    assert other != text
    assert message_of_launch(compiler, tmp_path, "-Ibefore") == (
        "kernel k, launched at x.asc:7: compiled with the headers of another build of the emulator than the "
        "one that runs it; compile it again\n"
    )


def test_what_is_not_supported_says_so(compiler: Compiler) -> None:
    source = SOURCES / "unsupported.asc"
    result = compiler.run("-fsyntax-only", "-fmax-errors=0", source)
    assert result.returncode != 0
    marker = "// error: "
    lines = source.read_text().splitlines()
    expected = {at + 2: line.strip()[len(marker) :] for at, line in enumerate(lines) if marker in line}
    assert len(expected) > 15
    for number, message in expected.items():
        assert message in result.stderr
        assert f"{source}:{number}:" in result.stderr


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_messages_name_the_source_as_given(compiler: Compiler, tmp_path: Path) -> None:
    write(tmp_path, "sub/x.asc", KERNEL + "\nint broken = missing;\n")
    result = compiler.run("-c", "sub/x.asc", cwd=tmp_path)
    assert "sub/x.asc:5:14: error: " in result.stderr
    assert "int broken = missing;" in result.stderr
    assert "/tmp/asc-" not in result.stderr


def test_messages_of_rewritten_headers(compiler: Compiler, tmp_path: Path) -> None:
    write(tmp_path, "include/h.h", "#pragma once\n" + KERNEL + "int broken = missing;\n")
    write(tmp_path, "x.asc", '#include "h.h"\n')
    result = compiler.run("-c", "-Iinclude", "x.asc", cwd=tmp_path)
    assert re.search(r"include/h\.h:5:14: error: ", result.stderr), result.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("void f() {\n  k<<<1, 0, s>>(x);\n}\n", r"x\.asc:2:4: error: a launch <<< without its >>>"),
        ("void f() {\n  k<<<>>>(x);\n}\n", r"x\.asc:2:4: error: an empty launch"),
    ],
)
def test_malformed_launch(compiler: Compiler, tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, "x.asc", text)
    result = compiler.run("-c", "x.asc", cwd=tmp_path)
    assert result.returncode == 1
    assert re.fullmatch(message + ".*\n", result.stderr)


def test_dependency_file_names_the_sources(compiler: Compiler, tmp_path: Path) -> None:
    result = compiler.run(
        "-c",
        FORMS / "forms.asc",
        "-o",
        "out/f.o",
        "-MD",
        "-MT",
        "target",
        "-MF",
        "f.d",
        cwd=_with(tmp_path, "out"),
    )
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "f.d").read_text()
    assert text.startswith("target:")
    assert str(FORMS / "forms.asc") in text
    assert str(FORMS / "forms.h") in text
    assert "kernel_operator.h" in text
    assert "/asc-" not in text


def _with(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder


def test_default_outputs(compiler: Compiler, tmp_path: Path) -> None:
    write(tmp_path, "src/x.asc", KERNEL)
    assert compiler.run("-c", "src/x.asc", "-MMD", cwd=tmp_path).returncode == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["src", "x.d", "x.o"]
    assert "src/x.asc" in (tmp_path / "x.d").read_text()


def test_preprocessing(compiler: Compiler, tmp_path: Path) -> None:
    write(tmp_path, "x.asc", "int arch = __NPU_ARCH__; int value = VALUE;\n")
    result = compiler.run("-E", "-DVALUE=3", "x.asc", cwd=tmp_path)
    assert "int arch = 2201; int value = 3;" in result.stdout
    older = "#if __CCE_AICORE__ == 220 && defined(__DAV_C220_VEC__)\nint older;\n#endif\n"
    write(tmp_path, "older.asc", older)
    assert "int older;" in compiler.run("-E", "older.asc", cwd=tmp_path).stdout
    later = Compiler(compiler.path, ("--npu-arch", "dav-3510")).run("-E", "x.asc", cwd=tmp_path)
    assert "int arch = 3510;" in later.stdout


def test_order_of_include_folders_is_the_users(compiler: Compiler, tmp_path: Path, cann_home: Path) -> None:
    """A folder that the compiler itself would search last keeps the place that -I gives it."""
    write(tmp_path, "later/kernel_operator.h", "#error not this one\n")
    write(tmp_path, "x.asc", "#include <kernel_operator.h>\n")
    for first in (f"-I{cann_home}/include", f"-I{cann_home}/lib64/../include"):
        result = compiler.run("-fsyntax-only", first, "-Ilater", "x.asc", cwd=tmp_path)
        assert result.returncode == 0, result.stderr


def test_device_options_have_nothing_to_act_on(compiler: Compiler, tmp_path: Path) -> None:
    write(tmp_path, "x.cpp", "int main() {}\n")
    options = ["--asc-aicore-lang", "--gcc-toolchain=/usr", "--cce-auto-sync=on", "-mllvm", "-x"]
    region = ["-Xaicore-start", "-foo", "-Xaicore-end"]
    result = compiler.run(*options, *region, "-x", "asc", "x.cpp", "-o", "x", cwd=tmp_path)
    assert result.returncode == 0, result.stderr


def test_response_files(compiler: Compiler, tmp_path: Path) -> None:
    write(tmp_path, "x.asc", KERNEL)
    write(tmp_path, "options.rsp", '-c "x.asc" -o named.o')
    assert compiler.run("@options.rsp", cwd=tmp_path).returncode == 0
    assert (tmp_path / "named.o").exists()


@pytest.mark.parametrize(
    ("options", "arguments", "message"),
    [
        ((), ["-c", "x.asc"], "no --npu-arch; choose --npu-arch=dav-2201 or --npu-arch=dav-3510"),
        ((), ["--npu-arch=dav-1", "-c", "x.asc"], "--npu-arch is 'dav-1', expected dav-2201 or dav-3510"),
        (("--npu-arch=dav-2201",), ["-c", "gone.asc"], "No such file or directory: "),
        (("--npu-arch=dav-2201",), ["-c", "x.asc", "y.asc", "-o", "z.o"], "takes one input, not 2"),
        ((), ["-c", "x.asc", "-o"], "-o needs a value"),
    ],
)
def test_wrong_command_lines(
    compiler: Compiler, tmp_path: Path, options: tuple[str, ...], arguments: list[str], message: str
) -> None:
    write(tmp_path, "x.asc", KERNEL)
    result = Compiler(compiler.path, options).run(*arguments, cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("bisheng (cann_emulator): error: ")
    assert message in result.stderr


def test_missing_host_compiler(compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler -O2")
    write(tmp_path, "x.asc", KERNEL)
    assert "CXX='no-such-compiler -O2' was not found" in compiler.run("-c", "x.asc", cwd=tmp_path).stderr


def test_version(compiler: Compiler) -> None:
    assert compiler.run("--version").stdout.startswith("bisheng (cann_emulator ")


def test_overhead(compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU time of the driver itself, with a host compiler that does nothing."""
    write(tmp_path, "x.asc", KERNEL)
    monkeypatch.setenv("CXX", "true")
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert compiler.run("-c", "x.asc", cwd=tmp_path).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.15
