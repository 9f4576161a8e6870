# SPDX-License-Identifier: Apache-2.0
"""Finds arrays in UB that functions declare, and turns each into a reference to memory of the runtime.

``__ubuf__ half x[128];`` becomes ``UbArray<half[128]>& x = TakeUbArray<half[128]>("x");``, see
ascendc/ub_array.h. Pointers, parameters and arrays with an initialiser stay as they are, and so does every
line's number.
"""

from __future__ import annotations

from .edits import Edit
from .lexer import Token, tokenize

_QUALIFIER = "__ubuf__"
_NAMESPACE = "::cann_emulator::ascendc::"
# What opens a brace that is no function's body.
_SCOPES = frozenset({"namespace", "class", "struct", "union", "enum", "extern"})


def has_arrays(source: str) -> bool:
    return _QUALIFIER in source and bool(find_edits(source))


def find_edits(source: str) -> list[Edit]:
    """One edit for each declaration statement."""
    if _QUALIFIER not in source:
        return []
    tokens = tokenize(source)
    edits: list[Edit] = []
    in_function: list[bool] = []
    statement = 0  # the first token of the current statement
    for index, token in enumerate(tokens):
        if token.text == "{":
            scope = any(each.text in _SCOPES for each in tokens[statement:index])
            in_function.append(any(in_function) or not scope)
        elif token.text == "}" and in_function:
            in_function.pop()
        elif token.text == _QUALIFIER and any(in_function):
            edit = _declaration(source, tokens, index)
            if edit is not None:
                edits.append(edit)
        if token.text in ("{", "}", ";"):
            statement = index + 1
    return edits


def _declaration(source: str, tokens: list[Token], first: int) -> Edit | None:
    """The edit for ``__ubuf__ type name[size], ...;`` from ``first`` on; None for another."""
    end = first
    while end < len(tokens) and tokens[end].text not in (";", "=", "{", "(", ")"):
        end += 1
    if end == len(tokens) or tokens[end].text != ";":
        return None
    declarators = _split(tokens, first + 1, end)
    opening = _find(tokens, "[", *declarators[0])
    if opening is None or opening - 1 <= first + 1 or tokens[opening - 1].kind != "name":
        return None
    element = source[tokens[first + 1].start : tokens[opening - 2].end]
    pieces: list[str] = []
    for number, (begin, stop) in enumerate(declarators):
        opening = _find(tokens, "[", begin, stop)
        if opening is None or (number > 0 and opening != begin + 1):
            return None
        name = tokens[opening - 1].text
        size = source[tokens[opening].start : tokens[stop - 1].end]
        array = f"<{element}{size}>"
        pieces.append(f'{_NAMESPACE}UbArray{array}& {name} = {_NAMESPACE}TakeUbArray{array}("{name}")')
    return Edit(tokens[first].start, tokens[end].start, "; ".join(pieces))


def _find(tokens: list[Token], text: str, begin: int, end: int) -> int | None:
    return next((at for at in range(begin, end) if tokens[at].text == text), None)


def _split(tokens: list[Token], begin: int, end: int) -> list[tuple[int, int]]:
    """The ranges between the commas outside brackets."""
    ranges: list[tuple[int, int]] = []
    depth = 0
    start = begin
    for at in range(begin, end):
        text = tokens[at].text
        depth += (text in ("[", "<")) - (text in ("]", ">"))
        if text == "," and depth == 0:
            ranges.append((start, at))
            start = at + 1
    return [*ranges, (start, end)]
