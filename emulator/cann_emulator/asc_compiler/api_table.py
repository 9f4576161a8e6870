# SPDX-License-Identifier: Apache-2.0
"""The table of Ascend C functions in docs/emulator-ascendc.md, made from the language headers.

``python -m cann_emulator.asc_compiler.api_table HEADERS DOCUMENT`` rewrites the part of the document
between the two markers. A function is "whole" unless :data:`PARTLY` says what is missing; :data:`MISSING`
lists what a kernel may ask for and does not get.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

BEGIN = "<!-- api table: begin -->"
END = "<!-- api table: end -->"

PARTLY = {
    "CrossCoreSetFlag": "mode 0, between all blocks; modes 1 and 2 need cube cores",
    "CrossCoreWaitFlag": "mode 0, between all blocks; modes 1 and 2 need cube cores",
    "Compare": "into UB: whole repeats",
    "CompareScalar": "into UB: whole repeats",
    "Compares": "into UB: whole repeats",
    "DataCopy": "by count and by DataCopyParams; not by SliceInfo, Nd2NzParams or enhanced parameters",
    "DumpTensor": "without ShapeInfo",
    "Power": "of two tensors; not with a scalar",
    "RepeatReduceSum": "mask as a number of lanes",
    "Select": "by the register: VSEL_CMPMASK_SPR",
    "TransDataTo5HD": "by tensors; not by addresses",
    "Transpose": "16 x 16; not by sharedTmpBuffer and TransposeParamsExt",
}
MISSING = {
    "data movement": "SetPadValue ListTensorDesc TBufPool",
    "reductions": "ReduceDataBlock ReducePairElem ReduceRepeat GetReduceMaxMinCount",
    "library": "SoftMax LayerNorm RmsNorm Sum Mean BroadCast Clamp CumSum TopK Pad Xor Quantize Dequantize",
    "other": "Scatter CastDeq GetMrgSortResult, operators on tensors (dst = a + b), the C API (asc_*)",
}

_FUNCTION = re.compile(
    r"^(?:template <[^\n]*>\n)?(?:inline )?(?:constexpr )?[\w:]+ ([A-Z]\w+)\(", re.MULTILINE
)
_MACRO = re.compile(r"^CANN_EMULATOR_\w+\((\w+)", re.MULTILINE)
_NAMESPACE = re.compile(r"^namespace AscendC \{\n(.*?)^\}  // namespace AscendC$", re.MULTILINE | re.DOTALL)
_DETAIL = re.compile(r"^namespace detail \{\n.*?^\}  // namespace detail$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*")


def functions(header: str) -> list[str]:
    """The names of namespace AscendC's functions that the header's text declares, sorted.

    >>> functions("namespace AscendC {\\ninline void F() {}\\n}  // namespace AscendC")
    ['F']
    """
    found: set[str] = set()
    for body in _NAMESPACE.findall(header):
        text = _COMMENT.sub("", _DETAIL.sub("", body))
        found |= set(_FUNCTION.findall(text))
        found |= set(_MACRO.findall(text))
    return sorted(found)


def table(headers: Path) -> str:
    """The Markdown table of every header in the folder."""
    rows = ["| Header | Functions | State |", "|---|---|---|"]
    for path in sorted(headers.glob("*.h")):
        names = functions(path.read_text())
        whole = [name for name in names if name not in PARTLY]
        if whole:
            rows.append(f"| `{path.name}` | `{' '.join(whole)}` | whole |")
        rows.extend(
            f"| `{path.name}` | `{name}` | partly: {PARTLY[name]} |" for name in names if name in PARTLY
        )
    rows.extend(f"| {group} | {names} | not |" for group, names in MISSING.items())
    return "\n".join(rows)


def with_table(document: str, headers: Path) -> str:
    """The document's text with the table between the markers renewed. Raises ValueError without them."""
    if BEGIN not in document or END not in document:
        message = f"the document has no {BEGIN} ... {END}"
        raise ValueError(message)
    before, rest = document.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n{table(headers)}\n{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.write_text(with_table(target.read_text(), Path(sys.argv[1])))
