# SPDX-License-Identifier: Apache-2.0
"""The public ACL headers agree with those that torch_npu was built with, and live beside them in one file."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
from pathlib import Path

import pytest

HEADERS = [
    "acl/acl.h",
    "acl/acl_base.h",
    "acl/acl_mdl.h",
    "acl/acl_op.h",
    "acl/acl_op_compiler.h",
    "acl/acl_prof.h",
    "acl/acl_rt.h",
    "acl/acl_tdt.h",
]
COMPILER = os.environ.get("CXX", "g++")


def package_folder(name: str) -> Path:
    """Where a package is installed, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.submodule_search_locations is None:
        pytest.skip(f"{name} is not installed")
    return Path(spec.submodule_search_locations[0])


def check(source: str, *flags: str, language: str = "c++") -> None:
    """Compiles `source` without output; the test fails with the compiler's messages."""
    command = [COMPILER, "-fsyntax-only", "-x", language, *flags, "-"]
    result = subprocess.run(command, input=source, text=True, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr


def declarations(text: str) -> list[str]:
    """The function declarations of a header."""
    text = re.sub(r"//[^\n]*", "", text)
    return [match[0] for match in re.finditer(r"^(?:const )?\w+\*? acl\w+\([^;{}]*;", text, re.MULTILINE)]


def constants(text: str) -> list[tuple[str, str]]:
    """The enumerators, constants and numeric macros of a header: name and value."""
    found = re.findall(r"\b(ACL_\w+) = (-?\w+|\(size_t\)-2)\b", text)
    return found + re.findall(r"^#define (ACL_\w+) (\w+)$", text, re.MULTILINE)


def ours(home: Path) -> str:
    return "".join(path.read_text() for path in sorted((home / "include/acl").rglob("*.h")))


PARTS = ["acl/acl_base_mdl.h", "acl/acl_base_rt.h", "acl/acl_rt_types.h"]  # included by the others


@pytest.mark.parametrize("header", [*HEADERS, *PARTS])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_every_header_compiles_alone(cann_home: Path, header: str, language: str) -> None:
    standard = "c99" if language == "c" else "c++17"
    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-variable"]
    check(
        f'#include "{header}"\n',
        f"-std={standard}",
        *warnings,
        f"-I{cann_home}/include",
        language=language,
    )


def theirs() -> str:
    return "".join(f'#include "{header}"\n' for header in HEADERS)


def their_include() -> str:
    return f"-I{package_folder('torch_npu')}/include/third_party/acl/inc"


def test_functions_have_the_signatures_torch_npu_calls(cann_home: Path) -> None:
    found = declarations(ours(cann_home))
    assert len(found) > 150
    check(theirs() + 'extern "C" {\n' + "\n".join(found) + "\n}\n", their_include(), "-w")


def test_constants_have_the_values_torch_npu_uses(cann_home: Path) -> None:
    found = constants(ours(cann_home))
    assert len(found) > 300
    checks = [
        f'static_assert((long long)({name}) == (long long)({value}), "{name}");' for name, value in found
    ]
    check(theirs() + "\n".join(checks) + "\n", their_include(), "-w", "-std=c++17")


STRUCTS = {
    "aclrtPhysicalMemProp": ["handleType", "allocationType", "memAttr", "location", "reserve"],
    "aclrtPtrAttributes": ["location", "pageSize", "rsv"],
    "aclrtMemLocation": ["id", "type"],
    "aclrtMemcpyBatchAttr": ["dstLoc", "srcLoc", "rsv"],
    "aclrtMallocAttribute": ["attr", "value"],
    "aclrtMallocConfig": ["attrs", "numAttrs"],
    "aclrtMemUceInfo": ["addr", "len", "reserved"],
    "aclrtStreamAttrValue": ["failureMode"],
    "aclrtUuid": ["bytes"],
    "aclCANNPackageVersion": ["version", "majorVersion", "minorVersion", "releaseVersion", "patchVersion"],
}


def layouts(include: str) -> str:
    """The compiler's view of the structures: sizes and offsets, as text."""
    entries = [f"sizeof({name})" for name in STRUCTS]
    entries += [f"offsetof({name}, {field})" for name, fields in STRUCTS.items() for field in fields]
    table = ", ".join(entries)
    source = f'#include <cstddef>\n#include "acl/acl.h"\nunsigned long table[] = {{{table}}};\n'
    command = [COMPILER, "-S", "-x", "c++", include, "-o", "-", "-"]
    assembly = subprocess.run(command, input=source, text=True, capture_output=True, check=True).stdout
    return "\n".join(re.findall(r"\.quad.*|\.zero.*", assembly.partition("\ntable:")[2]))


def test_structures_have_the_layouts_torch_npu_uses(cann_home: Path) -> None:
    assert layouts(f"-I{cann_home}/include") == layouts(their_include())


@pytest.mark.parametrize("order", ["emulator first", "torch_npu first"])
def test_headers_coexist_with_those_inside_torch_npu(cann_home: Path, order: str) -> None:
    torch = package_folder("torch") / "include"
    torch_npu = package_folder("torch_npu") / "include"
    emulator = "".join(f'#include "{cann_home}/include/{header}"\n' for header in HEADERS)
    stream = "#include <torch_npu/csrc/core/npu/NPUStream.h>\n"
    folders = [torch, torch / "torch/csrc/api/include", torch_npu, torch_npu / "third_party/acl/inc"]
    source = emulator + stream if order == "emulator first" else stream + emulator
    check(source, "-std=c++20", "-w", *[f"-I{folder}" for folder in folders])
