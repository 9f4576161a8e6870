# SPDX-License-Identifier: Apache-2.0
"""The table of the language in emulator/README.md is the one that the headers give."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cann_emulator.asc_compiler.api_table import (
    INFERRED,
    PARTLY,
    Refusal,
    headers,
    names,
    refusals,
    with_table,
)

if TYPE_CHECKING:
    from asc_library import Compiler

ROOT = Path(__file__).resolve().parents[3]
INCLUDE = ROOT / "emulator" / "include"


def test_the_document_is_current() -> None:
    document = (ROOT / "emulator" / "README.md").read_text()
    command = "python -m cann_emulator.asc_compiler.api_table emulator/include emulator/README.md"
    assert document == with_table(document, INCLUDE), f"run: {command}"


def test_notes_agree_with_the_headers() -> None:
    declared = {name for path in headers(INCLUDE) for name in names(path.read_text())}
    assert len(declared) > 250
    assert set(PARTLY) | set(INFERRED) <= declared
    refused = {each.name for each in refusals(INCLUDE)}
    assert len(refused) > 50
    assert not refused & declared


def _use(refusal: Refusal, number: int) -> str:
    arguments = "0" if refusal.parameters == "auto" else "half"
    return {
        "FUNCTION": f"void use{number}() {{ {refusal.name}(1); }}",
        "TYPE": f"{refusal.name} use{number};",
        "TEMPLATE": f"{refusal.name}<{arguments}> use{number};",
        "OBJECT": f"auto use{number} = {refusal.name}.x;",
        "MACRO": f"{refusal.name}(1);",
    }[refusal.kind]


def test_a_use_of_what_is_refused_says_so(compiler: Compiler, tmp_path: Path) -> None:
    refused = refusals(INCLUDE)
    source = tmp_path / "uses.asc"
    spaces = "".join(f"using namespace {space};\n" for space in ("AscendC", "AscendC::Reg", "AscendC::Te"))
    head = f'#include "c_api/asc_simd.h"\n{spaces}'
    source.write_text(head + "\n".join(_use(each, number) for number, each in enumerate(refused)))
    result = compiler.run("-fsyntax-only", "-fmax-errors=0", source)
    missing = [each.name for each in refused if f"{each.name}: {each.sentence}" not in result.stderr]
    assert missing == []


def test_a_program_may_have_functions_of_these_names(compiler: Compiler, tmp_path: Path) -> None:
    source = tmp_path / "own.asc"
    source.write_text("""#include "kernel_operator.h"
using namespace AscendC;
template <typename T>
void Pad(const LocalTensor<T>& tensor) { tensor.SetValue(0, 1); }
template <typename T>
void Normalize(LocalTensor<T>& tensor, T scale) { tensor.SetValue(0, scale); }
int TopK(int count) { return count; }
__global__ __vector__ void kernel() {
  LocalTensor<float> tensor(TPosition::VECCALC, 0, 8);
  Pad(tensor);
  Normalize(tensor, 2.0F);
  Pad(tensor[TopK(0)]);
}
""")
    result = compiler.run("-fsyntax-only", source)
    assert result.returncode == 0, result.stderr
