# SPDX-License-Identifier: Apache-2.0
"""Splits C++ source into tokens, as far as finding launches needs it."""

from __future__ import annotations

import re
from typing import NamedTuple

# Angle brackets stay single characters, because `>>>` may close a launch, templates, or both; the operators
# that merely contain one are tokens of their own.
_TOKEN = re.compile(
    r"""
    (?P<comment>//(?:[^\\\n]|\\\r?\n|\\.|\\)*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?(?:\)(?P=delimiter)"|\Z))
  | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\\r?\n|\\.)*")
  | (?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
  | (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)
  | (?P<name>[^\W\d]\w*)
  | (?P<splice>\\\r?\n)
  | (?P<newline>\r?\n)
  | (?P<space>[^\S\n]+)
  | (?P<punctuation>::|->|<=>|<=|>=|\#\#|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SKIPPED = frozenset({"comment", "splice", "newline", "space"})


class Token(NamedTuple):
    """A token that is neither space nor comment; ``start`` is its offset in the source."""

    kind: str
    text: str
    start: int
    in_directive: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def tokenize(source: str) -> list[Token]:
    """The tokens of ``source`` without spaces and comments."""
    tokens: list[Token] = []
    in_directive = False
    line_is_empty = True
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        if kind == "delimiter":  # the group inside a raw string
            kind = "raw"
        if kind == "newline":
            in_directive = False
            line_is_empty = True
        if kind in _SKIPPED:
            continue
        if line_is_empty and match.group() == "#":
            in_directive = True
        line_is_empty = False
        tokens.append(Token(kind, match.group(), match.start(), in_directive))
    return tokens
