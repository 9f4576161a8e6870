# SPDX-License-Identifier: Apache-2.0
"""The table of the Ascend C language in emulator/README.md, made from its headers.

``python -m cann_emulator.asc_compiler.api_table INCLUDE DOCUMENT`` rewrites the part of the document
between the two markers. A name is "whole" unless :data:`PARTLY` says what is missing; :data:`MISSING`
lists what a kernel may ask for and does not get.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

BEGIN = "<!-- api table: begin -->"
END = "<!-- api table: end -->"

PARTLY = {
    "AscendQuant": "to int8_t by one scale and offset",
    "Clamp": "of half and float",
    "CrossCoreSetFlag": "mode 0, between all blocks; modes 1 and 2 need cube cores",
    "CrossCoreWaitFlag": "mode 0, between all blocks; modes 1 and 2 need cube cores",
    "DataCopyEnhancedParams": "BLOCK_MODE_NORMAL; the other modes belong to the cube",
    "DumpTensor": "without ShapeInfo",
    "LayerNorm": "of rows of one length; without LayerNormConfig",
    "LogSoftMax": "of rows (ND)",
    "Nz2NdParamsFull": "elements of 16 bits",
    "Power": "tensor to tensor or number; not number to tensor",
    "Scatter": "on dav-3510; dav-2201 does not have it",
    "Select": "by the register: VSEL_CMPMASK_SPR",
    "SoftMax": "of rows (ND); without SoftmaxConfig",
    "SoftmaxGrad": "of rows (ND)",
    "SoftmaxGradFront": "of rows (ND)",
    "TransDataTo5HD": "by tensors and by addresses; not by tensors of addresses",
    "Transpose": "16 x 16; not by sharedTmpBuffer and TransposeParamsExt",
    "asc_copy_gm2ub_align": "the form of dav-2201",
    "asc_copy_ub2gm_align": "the form of dav-2201",
}
MISSING = {
    "types": "int4b_t fp8_e8m0_t",
    "tensors": "SetShapeInfo ShapeInfo EXTERN_IMPL_BUFPOOL, operators (dst = a + b)",
    "vector": "CastDeq GetMrgSortResult GetReduceRepeatSumSpr GetReduceMaxMinCount BinaryConfig RpSort16 "
    "ProposalConcat ProposalExtract Interleave DeInterleave",
    "system": "GetSysWorkSpacePtr SetCtrlSpr GetCtrlSpr",
    "library": "AdjustSoftMaxRes SoftmaxFlashV2 SoftmaxFlashV3 LayerNormGrad LayerNormGradBeta DeepNorm "
    "Normalize WelfordUpdate WelfordFinalize TopK Pad UnPad DropOut TransData PhiloxRandom Fma IsFinite "
    "LogicalAnd BitwiseAnd Quantize Dequantize AntiQuantize AscendDequant AscendAntiQuant",
    "C API": "asc_select asc_lock asc_unlock asc_sync_block_arrive asc_sync_block_wait",
    "cube": "Matmul Mmad LoadData Fixpipe: refused by a sentence",
    "vector registers": "Reg:: __simd_vf__ asc_vf_call: refused by a sentence",
    "SIMT": "__simt_vf__ <<<blocks, threads, ub, stream>>>: refused by a sentence",
}

_FUNCTION = re.compile(
    r"^(?:template <[^\n]*>\n)?(?:inline )?(?:constexpr )?[\w:*]+ \*?([A-Z]\w+)\(", re.MULTILINE
)
_TYPE = re.compile(r"^(?:class|struct|enum class) (\w+)\b(?!;)", re.MULTILINE)
_MACRO = re.compile(r"^CANN_EMULATOR_(?!ENHANCED_COPY|TMP_SIZE)\w+\((\w+)", re.MULTILINE)
_TMP_SIZE = re.compile(r"^CANN_EMULATOR_TMP_SIZE\((\w+)", re.MULTILINE)
_C_NAME = re.compile(r"^(?:(?:inline )?[\w:]+ |CANN_EMULATOR_C_\w+\()(asc_\w+)", re.MULTILINE)
_C_MODES = re.compile(r"^CANN_EMULATOR_C_CAST_MODES\((\w+)", re.MULTILINE)
_NAMESPACE = re.compile(r"^namespace AscendC \{\n(.*?)^\}  // namespace AscendC$", re.MULTILINE | re.DOTALL)
_DETAIL = re.compile(r"^namespace detail \{\n.*?^\}  // namespace detail$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*")


def names(header: str) -> list[str]:
    """What the header's text declares in namespace AscendC, and the C API's functions; sorted.

    >>> names("namespace AscendC {\\ninline void F() {}\\n}  // namespace AscendC\\ninline void asc_g() {}")
    ['F', 'asc_g']
    """
    found = set(_C_NAME.findall(header)) - set(_C_MODES.findall(header))
    found |= {
        f"{name}_{mode}" for name in _C_MODES.findall(header) for mode in ("rn", "rd", "ru", "rna", "rz")
    }
    found |= {f"Get{name}MaxMinTmpSize" for name in _TMP_SIZE.findall(header)}
    for body in _NAMESPACE.findall(header):
        text = _COMMENT.sub("", _DETAIL.sub("", body))
        for pattern in (_FUNCTION, _TYPE, _MACRO):
            found |= set(pattern.findall(text))
    return sorted(found)


def headers(include: Path) -> list[Path]:
    """The headers of the language below the CANN home's include folder, without that of refusals."""
    found = [*include.glob("ascendc/*.h"), *include.glob("c_api/*.h"), *include.glob("tiling/*.h")]
    return sorted(path for path in found if path.name != "refusals.h")


def table(include: Path) -> str:
    """The Markdown table of every header."""
    rows = ["| Header | Names | State |", "|---|---|---|"]
    noted: set[str] = set()
    for path in headers(include):
        declared = names(path.read_text())
        shown = path.relative_to(include)
        whole = [name for name in declared if name not in PARTLY]
        if whole:
            rows.append(f"| `{shown}` | `{' '.join(whole)}` | whole |")
        partly = [name for name in declared if name in PARTLY and name not in noted]
        noted |= set(partly)
        rows.extend(f"| `{shown}` | `{name}` | partly: {PARTLY[name]} |" for name in partly)
    rows.extend(f"| {group} | {missing} | not |" for group, missing in MISSING.items())
    return "\n".join(rows)


def with_table(document: str, include: Path) -> str:
    """The document's text with the table between the markers renewed. Raises ValueError without them."""
    if BEGIN not in document or END not in document:
        message = f"the document has no {BEGIN} ... {END}"
        raise ValueError(message)
    before, rest = document.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n{table(include)}\n{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.write_text(with_table(target.read_text(), Path(sys.argv[1])))
