# SPDX-License-Identifier: Apache-2.0
"""Finds kernel launches in C++ source and turns them into calls of the runtime.

``k<<<blocks, l2, stream>>>(args)`` becomes ``Launch("k", k, blocks, l2, stream)(args)``, with ``Launch`` of
ascendc/launch.h. A launch of a kernel template that leaves parameters to be deduced gets a lambda in the
place of ``k``. Every line of the source stays where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .edits import Edit, apply
from .lexer import Token, tokenize

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAUNCH = "::cann_emulator::ascendc::Launch"
_NAME_MACRO = "CANN_EMULATOR_KERNEL_NAME"  # ascendc/launch.h
_OPENERS = {"(": ")", "[": "]", "{": "}"}
_CLOSERS = {closer: opener for opener, closer in _OPENERS.items()}
# Names that end an expression's left side rather than belong to it.
_KEYWORDS = frozenset(
    {"return", "else", "do", "case", "throw", "co_return", "co_await", "co_yield", "and", "or", "not"}
)
# Names before a parenthesis in a declaration that are not the function's.
_DECLARATION_CALLS = frozenset(
    {
        "__launch_bounds__",
        "__mix__",
        "__attribute__",
        "alignas",
        "decltype",
        "noexcept",
        "requires",
        "explicit",
    }
)


class LaunchError(Exception):
    """A launch that cannot be understood; ``offset`` is where it starts in the source."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset


class _Kernel(NamedTuple):
    """The expression before ``<<<``: its first token, unqualified name and explicit template arguments."""

    first: int
    name: str
    template_arguments: int


def template_kernels(source: str) -> dict[str, int]:
    """Kernel templates declared in ``source``: name -> template parameters that have no default."""
    if "__global__" not in source or "template" not in source:
        return {}
    tokens = tokenize(source)
    found: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.text != "template" or index + 1 == len(tokens) or tokens[index + 1].text != "<":
            continue
        end, required = _template_parameters(tokens, index + 1)
        name = _kernel_name(tokens, end + 1)
        if name is not None:
            found[name] = required
    return found


def rewrite(source: str, templates: Mapping[str, int] | None = None) -> str:
    """``source`` with every launch turned into a call. ``templates``: kernel templates declared elsewhere."""
    return apply(source, find_edits(source, templates))


def find_edits(source: str, templates: Mapping[str, int] | None = None) -> list[Edit]:
    """What turns every launch into a call. ``templates``: kernel templates declared elsewhere."""
    if "<<<" not in source:
        return []
    tokens = tokenize(source)
    templates = {**(templates or {}), **template_kernels(source)}
    edits: list[Edit] = []
    index = 0
    while index < len(tokens):
        length = _run(tokens, index, "<")
        if length == 3 and index > 0 and tokens[index - 1].text != "operator":
            edits += _launch_edits(source, tokens, index, templates)
        index += max(length, 1)
    return edits


def _launch_edits(source: str, tokens: list[Token], opening: int, templates: Mapping[str, int]) -> list[Edit]:
    kernel = _kernel_before(tokens, opening)
    closing = _closing(tokens, opening)
    _check_arguments(tokens, opening, closing)
    start = tokens[kernel.first].start
    written = " ".join(source[start : tokens[opening - 1].end].split())
    if tokens[opening].in_directive:  # a macro: its parameters are names only once they are replaced
        quoted = f"{_NAME_MACRO}({written})"
    else:
        quoted = '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'
    deduced = kernel.template_arguments < templates.get(kernel.name, 0)
    before = "[](auto... arguments) { " if deduced else ""
    after = "(arguments...); }, " if deduced else ", "
    return [
        Edit(start, start, f"{_LAUNCH}({quoted}, {before}"),
        Edit(tokens[opening].start, tokens[opening + 2].end, after),
        Edit(tokens[closing].start, tokens[closing + 2].end, ")"),
    ]


def _run(tokens: list[Token], index: int, text: str) -> int:
    """How many tokens ``text`` stand side by side from ``index`` on."""
    length = 0
    while index + length < len(tokens) and tokens[index + length].text == text:
        if length and tokens[index + length].start != tokens[index + length - 1].end:
            break
        length += 1
    return length


def _matching_before(tokens: list[Token], index: int) -> int:
    """The opener of the closing bracket or template list that ends at ``index``."""
    angle = tokens[index].text == ">"
    stack = [">" if angle else _CLOSERS[tokens[index].text]]
    at = index - 1
    while at >= 0:
        text = tokens[at].text
        if text in _CLOSERS:
            stack.append(_CLOSERS[text])
        elif text in _OPENERS:
            if stack[-1] != text:
                break
            stack.pop()
        elif text == ">" and stack[-1] == ">":
            stack.append(">")
        elif text == "<" and stack[-1] == ">":
            stack.pop()
        if not stack:
            return at
        at -= 1
    raise LaunchError(
        tokens[index].start, f"no opening bracket for this '{tokens[index].text}' before a launch"
    )


def _kernel_before(tokens: list[Token], opening: int) -> _Kernel:
    """The kernel expression that ends right before ``opening``."""
    at = opening - 1
    name: str | None = None
    arguments = 0
    while True:
        text = tokens[at].text if at >= 0 else ""
        if text == ">":
            bracket = _matching_before(tokens, at)
            if name is None:
                arguments = _commas(tokens, bracket, at) + 1
            at = bracket - 1
            text = tokens[at].text if at >= 0 else ""
            if at < 0 or tokens[at].kind != "name":
                raise LaunchError(tokens[opening].start, "a launch <<<...>>> needs a kernel's name before it")
        elif text in (")", "]"):
            bracket = _matching_before(tokens, at)
            name = name or ""
            if not _continues(tokens, bracket - 1):
                return _Kernel(bracket, name, arguments)
            at = bracket - 1
            continue
        if at < 0 or tokens[at].kind != "name" or text in _KEYWORDS:
            raise LaunchError(tokens[opening].start, "a launch <<<...>>> needs a kernel's name before it")
        name = text if name is None else name
        previous = tokens[at - 1].text if at > 0 else ""
        if previous == "template" and at > 1 and tokens[at - 2].text == "::":
            at -= 1
            previous = "::"
        if previous == "::":
            if not _continues(tokens, at - 2):
                return _Kernel(at - 1, name, arguments)
            at -= 2
        elif previous in (".", "->", "##"):
            at -= 2
        else:
            return _Kernel(at, name, arguments)


def _continues(tokens: list[Token], at: int) -> bool:
    """Whether the token at ``at`` can be the end of an expression that goes on to its right."""
    if at < 0:
        return False
    token = tokens[at]
    return (token.kind == "name" and token.text not in _KEYWORDS) or token.text in (")", "]", ">")


def _commas(tokens: list[Token], begin: int, end: int) -> int:
    """Commas between ``begin`` and ``end`` outside inner brackets."""
    depth = count = 0
    for token in tokens[begin + 1 : end]:
        if token.text in _OPENERS or token.text == "<":
            depth += 1
        elif token.text in _CLOSERS or token.text == ">":
            depth -= 1
        elif token.text == "," and depth == 0:
            count += 1
    return count


def _closing(tokens: list[Token], opening: int) -> int:
    """The first of the three ``>`` that end the launch that begins at ``opening``."""
    brackets: list[str] = []
    angles = [0]  # open template lists, per enclosing bracket
    at = opening + 3
    while at < len(tokens):
        text = tokens[at].text
        if text in _OPENERS:
            brackets.append(_OPENERS[text])
            angles.append(0)
        elif text in _CLOSERS:
            if not brackets or brackets.pop() != text:
                break
            angles.pop()
        elif text == ";" and not brackets:
            break
        elif text == "<":
            length = _run(tokens, at, "<")
            if length == 1 and tokens[at - 1].kind == "name":
                angles[-1] += 1
            at += length
            continue
        elif text == ">":
            length = _run(tokens, at, ">")
            open_lists = angles[-1]
            # Fewer `>` than open lists: all of them close lists. Otherwise the last three end the launch, and
            # a list that stays open was a comparison.
            if not brackets and length >= 3 and length > open_lists:
                return at + length - 3
            angles[-1] = max(0, open_lists - length)
            at += length
            continue
        at += 1
    raise LaunchError(tokens[opening].start, "a launch <<< without its >>>")


def _check_arguments(tokens: list[Token], opening: int, closing: int) -> None:
    if closing == opening + 3:
        raise LaunchError(
            tokens[opening].start,
            "an empty launch <<<>>>; it takes <<<blocks, 0, stream>>> or <<<blocks, stream>>>",
        )
    # A macro may leave the argument list to its caller.
    following = closing + 3
    if not tokens[opening].in_directive and (following >= len(tokens) or tokens[following].text != "("):
        raise LaunchError(
            tokens[closing].start, "a launch <<<...>>> needs the kernel's arguments in parentheses after it"
        )


def _template_parameters(tokens: list[Token], opening: int) -> tuple[int, int]:
    """Where the template parameter list from ``opening`` on ends; how many parameters lack a default."""
    depth = 0
    required = 0
    has_default = is_empty = True
    for at in range(opening, len(tokens)):
        text = tokens[at].text
        if text == "<" or text in _OPENERS:
            depth += 1
            if depth == 1:
                has_default = False
                continue
        elif text == ">" or text in _CLOSERS:
            depth -= 1
        if depth == 0 or (depth == 1 and text == ","):
            required += not has_default and not is_empty
            has_default, is_empty = False, True
            if depth == 0:
                return at, required
            continue
        is_empty = False
        if depth == 1 and (text == "=" or (text == "." and tokens[at - 1].text == ".")):  # `= x` or `...`
            has_default = True
    return len(tokens), required


def _kernel_name(tokens: list[Token], begin: int) -> str | None:
    """The name of the kernel whose declaration begins at ``begin``; None where it declares something else."""
    is_kernel = False
    at = begin
    while at < len(tokens) and tokens[at].text not in (";", "{", "="):
        token = tokens[at]
        if token.text == "__global__":
            is_kernel = True
        elif token.text == "(":
            name = tokens[at - 1]
            if name.text not in _DECLARATION_CALLS:
                return name.text if is_kernel and name.kind == "name" else None
            at = _skip_parentheses(tokens, at)
            continue
        at += 1
    return None


def _skip_parentheses(tokens: list[Token], at: int) -> int:
    depth = 0
    while at < len(tokens):
        depth += (tokens[at].text == "(") - (tokens[at].text == ")")
        at += 1
        if depth == 0:
            break
    return at
