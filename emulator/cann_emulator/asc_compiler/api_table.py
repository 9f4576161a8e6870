# SPDX-License-Identifier: Apache-2.0
"""The table of the Ascend C language in emulator/README.md, made from its headers.

``python -m cann_emulator.asc_compiler.api_table INCLUDE DOCUMENT`` rewrites the part of the document
between the two markers. A name is "whole" unless :data:`PARTLY` says what is missing or :data:`INFERRED`
where its parameters come from. What a kernel may ask for and does not get are the names that refusals*.h
and qualifiers.h refuse.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

BEGIN = "<!-- api table: begin -->"
END = "<!-- api table: end -->"

PARTLY = {
    "AdjustSoftMaxRes": "of rows (ND)",
    "AscendAntiQuant": "from int8_t",
    "AscendDequant": "whole but for DEQUANT_WITH_MULTI_ROW by calCount",
    "AscendQuant": "to int8_t, by tensor and by channel; by token and by group dav-3510 alone",
    "Clamp": "of half and float",
    "CrossCoreSetFlag": "mode 0, between all blocks; modes 1 and 2 need cube cores",
    "CrossCoreWaitFlag": "mode 0, between all blocks; modes 1 and 2 need cube cores",
    "DataCopyEnhancedParams": "BLOCK_MODE_NORMAL; the other modes belong to the cube",
    "DeepNorm": "whole but for rstdLocal, which its documentation calls variances: it gets these",
    "LogSoftMax": "of rows (ND)",
    "Nz2NdParamsFull": "elements of 16 bits",
    "Pad": "rows that fill whole blocks afterwards",
    "SimpleSoftMax": "of rows (ND)",
    "SoftMax": "of rows (ND)",
    "SoftmaxFlashV2": "of rows (ND)",
    "SoftmaxGrad": "of rows (ND)",
    "SoftmaxGradFront": "of rows (ND)",
    "TopK": "rows of values and indices in whole blocks, in TOPK_NSMALL as in TOPK_NORMAL",
    "asc_copy_gm2ub_align": "the forms of dav-2201; those of dav-3510 with enable_constant_pad are refused",
    "asc_copy_ub2gm_align": "the forms of dav-2201",
}
_ON_DAV_3510 = (
    *(kind + name for kind in ("Logical", "Bitwise") for name in ("And", "Or", "Xor", "Not")),
    *("DeInterleave", "Interleave", "IsFinite", "PhiloxRandom", "Scatter", "asc_lock", "asc_unlock"),
)
PARTLY |= dict.fromkeys(_ON_DAV_3510, "on dav-3510; dav-2201 does not have it")
# No public page shows these parameter lists whole; they follow the functions named here.
INFERRED = {
    "asc_bitsort": "Sort32",
    "asc_clz": "ScalarCountLeadingZero",
    "asc_dcci_entire_out": "asc_dcci_entire_all",
    "asc_ffs": "ScalarGetSFFValue",
    "asc_popc": "ScalarGetCountOfValue",
    "asc_set_copy_pad_val": "SetPadValue",
    "asc_sflbits": "CountBitsCntSameAsSignBit",
    "asc_transpose": "Transpose",
    "asc_zero_bits_cnt": "ScalarGetCountOfValue",
    **{
        f"asc_half2int4{mode}": "asc_half2int8 and the like"
        for mode in ("", "_rn", "_rd", "_ru", "_rna", "_rz")
    },
    **{
        f"asc_set_atomic_{kind}_{suffix}": "asc_set_atomic_add_int8 and the like"
        for kind in ("max", "min")
        for suffix in ("int8", "int16", "int", "bfloat", "float16", "float")
    },
}

_REFUSED = re.compile(
    r"^CANN_EMULATOR_REFUSED_(\w+)\((\w+), (?:([\w.]+), )?CANN_EMULATOR_(NO_\w+)\)", re.MULTILINE
)
_SENTENCE = re.compile(r'^#define CANN_EMULATOR_(NO_\w+) (?:\\\n +)?"([^"]*)"', re.MULTILINE)
_REFUSED_MACRO = re.compile(
    r"^#define (\w+)(?:\([^)]*\))?[\s\\]*(?:CANN_EMULATOR_UNSUPPORTED|static_assert\(false)", re.MULTILINE
)
_FUNCTION = re.compile(
    r"^(?:template <[^\n]*>\n)?(?:inline )?(?:constexpr )?[\w:*]+(?:<[\w.]+>)? \*?([A-Z]\w+)\(", re.MULTILINE
)
_ALIAS = re.compile(r"^using ([A-Z]\w+) = Std::", re.MULTILINE)
_TYPE = re.compile(r"(?<!template <>\n)^(?:class|struct|enum class) (\w+)\b(?!;)", re.MULTILINE)
_MACRO = re.compile(r"^CANN_EMULATOR_(?!ENHANCED_COPY|TMP_)\w+\((\w+)", re.MULTILINE)
_TMP_SIZE = re.compile(r"^CANN_EMULATOR_TMP_(?:SIZE|REDUCE)\((\w+)", re.MULTILINE)
_TMP_LIMIT = re.compile(r"^CANN_EMULATOR_TMP_LIMIT\((\w+)", re.MULTILINE)
_C_NAME = re.compile(r"^(?:(?:inline )?[\w:]+ |CANN_EMULATOR_C_(?!CAST_MODES)\w+\()(asc_\w+)", re.MULTILINE)
_C_MODES = re.compile(r"^CANN_EMULATOR_C_CAST_MODES\((\w+)", re.MULTILINE)
_OPERATOR = re.compile(r"^CANN_EMULATOR_\w+_OPERATOR\((?!symbol)(\S+), \w+\)", re.MULTILINE)
_NAMESPACE = re.compile(r"^namespace AscendC \{\n(.*?)^\}  // namespace AscendC$", re.MULTILINE | re.DOTALL)
_DETAIL = re.compile(r"^namespace detail \{\n.*?^\}  // namespace detail$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*")


def names(header: str) -> list[str]:
    """What the header's text declares in namespace AscendC, and the C API's functions; sorted.

    >>> names("namespace AscendC {\\ninline void F() {}\\n}  // namespace AscendC\\ninline void asc_g() {}")
    ['F', 'asc_g']
    """
    found = set(_C_NAME.findall(header))
    found |= {
        f"{name}_{mode}" for name in _C_MODES.findall(header) for mode in ("rn", "rd", "ru", "rna", "rz")
    }
    found |= {f"Get{name}MaxMinTmpSize" for name in _TMP_SIZE.findall(header)}
    found |= {f"Get{name}{limit}TmpSize" for name in _TMP_LIMIT.findall(header) for limit in ("Max", "Min")}
    found -= {name for name in found if name.removesuffix("_sync") in found - {name}}  # a form of it
    for body in _NAMESPACE.findall(header):
        text = _COMMENT.sub("", _DETAIL.sub("", body))
        for pattern in (_FUNCTION, _ALIAS, _TYPE, _MACRO):
            found |= set(pattern.findall(text))
        found |= {f"operator{symbol}".replace("|", "\\|") for symbol in _OPERATOR.findall(text)}
    return sorted(found)


def headers(include: Path) -> list[Path]:
    """The headers of the language below the CANN home's include folder, without that of refusals."""
    found = [*include.glob("ascendc/*.h"), *include.glob("c_api/**/*.h"), *include.glob("tiling/*.h")]
    return sorted(path for path in found if not path.name.startswith("refusals"))


class Refusal(NamedTuple):
    """A name whose use fails to compile."""

    kind: str  # FUNCTION, TYPE, TEMPLATE of a type, OBJECT, MACRO
    name: str
    parameters: str  # of a template
    sentence: str  # what the message says after the name; "" for macros, where each says its own


def refusals(include: Path) -> list[Refusal]:
    """What refusals*.h and qualifiers.h refuse."""
    paths = [*include.glob("ascendc/refusals*.h"), *include.glob("c_api/refusals*.h")]
    texts = [path.read_text() for path in sorted(paths)]
    sentences = {key: sentence for text in texts for key, sentence in _SENTENCE.findall(text)}
    found = [
        Refusal(kind, name, parameters, sentences[key])
        for text in texts
        for kind, name, parameters, key in _REFUSED.findall(text)
    ]
    texts.append((include / "ascendc" / "qualifiers.h").read_text())
    macros = sorted({name for text in texts for name in _REFUSED_MACRO.findall(text)})
    return found + [Refusal("MACRO", name, "", "") for name in macros]


def table(include: Path) -> str:
    """The Markdown table of every header."""
    rows = ["| Header | Names | State |", "|---|---|---|"]
    noted: set[str] = set()
    for path in headers(include):
        declared = names(path.read_text())
        shown = path.relative_to(include)
        whole = [name for name in declared if name not in PARTLY and name not in INFERRED]
        if whole:
            rows.append(f"| `{shown}` | `{' '.join(whole)}` | whole |")
        partly = [name for name in declared if name in PARTLY and name not in noted]
        noted |= set(partly)
        for note in dict.fromkeys(PARTLY[name] for name in partly):
            alike = " ".join(name for name in partly if PARTLY[name] == note)
            rows.append(f"| `{shown}` | `{alike}` | partly: {note} |")
        inferred = [name for name in declared if name in INFERRED]
        for origin in dict.fromkeys(INFERRED[name] for name in inferred):
            alike = " ".join(name for name in inferred if INFERRED[name] == origin)
            rows.append(f"| `{shown}` | `{alike}` | whole; parameters inferred from {origin} |")
    refused = refusals(include)
    for sentence in dict.fromkeys(each.sentence for each in refused):
        missing = " ".join(each.name for each in refused if each.sentence == sentence)
        rows.append(f"| refused | `{missing}` | not: {sentence or 'each says why'} |")
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
