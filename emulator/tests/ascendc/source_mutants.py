# SPDX-License-Identifier: Apache-2.0
"""Breaks kernel sources by rule: one compiled program holds every mutant, a variable chooses.

:func:`mutate` rewrites the text of a source so that ``ASCENDC_MUTANT=<number>`` in the environment makes
one change: a wait or barrier gone, one flag or all of an event gone, a buffer queued or freed not at
all, or taken as it was queued and not by DeQue, a buffer half as large, an offset or a count 8 elements
further, a tail rounded up, a run a block longer, a copy after what announces it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# Goes before everything else (-include): which mutant is asked for.
PRELUDE = """
#pragma once
#include <cstdlib>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <type_traits>
inline int ascendc_mutant() {
  const char* text = std::getenv("ASCENDC_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}
template <int number, class T>
inline T ascendc_pick(T right, T wrong) {
  return ascendc_mutant() == number ? wrong : right;
}
// What EnQue was given, by queue: tensors of every type have one layout.
struct ascendc_tensor {
  unsigned char bytes[128];
};
inline std::deque<ascendc_tensor>& ascendc_queued(const void* queue) {
  thread_local std::map<const void*, std::deque<ascendc_tensor>> queued;
  thread_local int mutant = ascendc_mutant();
  if (mutant != ascendc_mutant()) queued.clear();  // left over by a launch that failed
  mutant = ascendc_mutant();
  return queued[queue];
}
template <class Queue, class Tensor>
void ascendc_enqueued(const Queue& queue, const Tensor& tensor) {
  static_assert(std::is_trivially_copyable_v<Tensor> && sizeof(Tensor) <= sizeof(ascendc_tensor));
  ascendc_tensor copy;
  std::memcpy(copy.bytes, &tensor, sizeof(tensor));
  ascendc_queued(&queue).push_back(copy);
}
template <int number, class Queue, class Take>
auto ascendc_dequeued(const Queue& queue, Take take) -> decltype(take()) {
  std::deque<ascendc_tensor>& queued = ascendc_queued(&queue);
  if (queued.empty()) return take();
  const ascendc_tensor copy = queued.front();
  queued.pop_front();
  if (ascendc_mutant() != number) return take();
  decltype(take()) tensor;
  std::memcpy(static_cast<void*>(&tensor), copy.bytes, sizeof(tensor));
  return tensor;
}
"""

_REMOVABLE = re.compile(
    r"(?:AscendC::)?(?P<call>PipeBarrier<[^;>]*>|(?P<flag>SetFlag|WaitFlag)<(?P<event>[^;>]*)>"
    r"|SyncAll|CrossCoreSetFlag<[^;>]*>|CrossCoreWaitFlag|IBSet|IBWait"
    r"|set_flag|wait_flag|pipe_barrier|asc_sync(?:_\w+)?"
    r"|DataCopyPad|DataCopy|[\w.\[\]>-]+\.(?:template )?(?:EnQue|FreeTensor)(?:<\w+>)?)\("
)
_DEQUE = re.compile(r"(?P<queue>[\w.\[\]>-]+)\.(?:template )?DeQue<[^;()]*>\(\)")
_QUEUE = re.compile(r"(?P<queue>[\w.\[\]>-]+)\.(?:template )?EnQue")
_BUFFER = re.compile(r"\.(?P<name>InitBuffer|Alloc<[^;()]*>)\(")
# The bytes of a run of DataCopyPad.
_RUN = re.compile(r"static_cast<std::uint32_t>\((?P<bytes>\w+ \* sizeof\(\w+\))\)(?=, 0, 0, 0\})")
# The length of a copy's runs: bytes (Ext), or blocks of 32.
_LENGTH = re.compile(r"\bDataCopy(?P<bytes>Ext)?Params(?: \w+)?[({]")
# A variable that holds a copy's parameters.
_PARAMETERS = re.compile(r"\b\w+Params(?:<\w+>)? (\w+)[({=;]")
_ANNOUNCEMENT = re.compile(
    r";\s*(?P<text>(?:AscendC::)?(?:SetFlag<[^;>]*>|[\w.\[\]>-]+\.EnQue(?:<\w+>)?)\([^;]*\));"
)


@dataclass
class Mutants:
    """What :func:`mutate` did: the new text, and what each number changes."""

    text: str
    changes: dict[int, str] = field(default_factory=dict)


def _closing(text: str, opening: int) -> int:
    """Index of the bracket that closes the one at ``opening``."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    stack = []
    for index in range(opening, len(text)):
        if text[index] in pairs:
            stack.append(pairs[text[index]])
        elif stack and text[index] == stack[-1]:
            stack.pop()
            if not stack:
                return index
    message = f"no bracket closes the one at {opening}"
    raise ValueError(message)


def _arguments(text: str) -> list[str]:
    """Splits at the commas outside of brackets; ``<`` of templates counts as one where it looks like it."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        template = letter == "<" and re.match(r"<[\w: ]+(?:, *\w+)*>", text[index:]) is not None
        if letter in "([{" or template:
            depth += 1
        elif letter in ")]}" or (letter == ">" and depth > 0 and text[index - 1] != "-"):
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


class _Mutator:
    def __init__(self, text: str, first: int) -> None:
        self._text = text
        self._next = first
        self._parameters = set(_PARAMETERS.findall(text))
        self.changes: dict[int, str] = {}
        self._pairs: dict[str, int] = {}

    def _number(self, what: str, at: int) -> int:
        line = self._text.count("\n", 0, at) + 1
        self.changes[self._next] = f"line {line}: {what}"
        self._next += 1
        return self._next - 1

    def run(self) -> str:
        result, position = [], 0
        found = [
            match
            for rule in (_REMOVABLE, _BUFFER, _DEQUE, _RUN, _LENGTH)
            for match in rule.finditer(self._text)
        ]
        for match in sorted(found, key=lambda m: m.start()):
            if match.start() < position or not self._is_code(match.start()):
                continue
            if match.re is _RUN:
                result += [self._text[position : match.start()], self._run_length(match)]
                position = match.end()
                continue
            if match.re is _DEQUE:
                number = self._number(f"without {match[0]}", match.start())
                taken = f"ascendc_dequeued<{number}>({match['queue']}, [&] {{ return {match[0]}; }})"
                result += [self._text[position : match.start()], taken]
                position = match.end()
                continue
            end = _closing(self._text, match.end() - 1)
            inner = self._text[match.end() : end]
            if match.re is _LENGTH:
                result += [self._text[position : match.end()], self._length(match, inner, match.start())]
                position = end
                continue
            if match.re is _BUFFER:
                result += [self._text[position : match.end()], self._buffer(match, inner)]
                position = end
                continue
            if not self._is_statement(match.start(), end):
                continue
            statement = self._statement(match, inner)
            follower = _ANNOUNCEMENT.match(self._text, end + 1)
            if (
                match["call"].startswith("DataCopy")
                and follower
                and self._text[: match.start()].rstrip()[-1] != ")"
            ):
                # Only the order changes here; the two calls' own mutants stand where they are alone.
                number = self._number(f"{match['call']}({inner}) after {follower['text']}", match.start())
                later = f"(({follower['text']}), static_cast<void>({match[0]}{inner})))"
                result += [
                    self._text[position : match.start()],
                    f"(ascendc_mutant() == {number} ? {later} : {statement})",
                ]
                result.append(f"; if (ascendc_mutant() != {number}) {self._follower(follower, end + 1)};")
                position = follower.end()
                continue
            result += [self._text[position : match.start()], statement]
            position = end + 1
        return "".join([*result, self._text[position:]])

    def _is_code(self, at: int) -> bool:
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return "//" not in line and not line.lstrip().startswith("#")

    def _is_statement(self, start: int, end: int) -> bool:
        before = self._text[:start].rstrip()
        return before[-1:] in ";{})" and self._text[end + 1 : end + 2] == ";"

    def _run_length(self, match: re.Match[str]) -> str:
        number = self._number(f"{match['bytes']} rounded up to 32", match.start())
        length = f"static_cast<std::uint32_t>({match['bytes']})"
        return f"ascendc_pick<{number}, std::uint32_t>({length}, ({length} + 31) / 32 * 32)"

    def _length(self, match: re.Match[str], inner: str, at: int) -> str:
        arguments = _arguments(inner)
        if len(arguments) < 2:
            return inner
        size = arguments[1].strip()
        if match["bytes"]:
            number = self._number(f"{size} rounded up to 32", at)
            arguments[1] = f" ascendc_pick<{number}, std::uint32_t>({size}, (({size}) + 31) / 32 * 32)"
        else:
            number = self._number(f"{size} and a block more", at)
            arguments[1] = f" ascendc_pick<{number}, std::uint16_t>({size}, ({size}) + 1)"
        return ",".join(arguments)

    def _follower(self, match: re.Match[str], at: int) -> str:
        call = _REMOVABLE.match(match["text"])
        assert call is not None, match["text"]
        inner = match["text"][call.end() : -1]
        return self._statement(call, inner, at + match.start("text") - match.start())

    def _buffer(self, match: re.Match[str], inner: str) -> str:
        arguments = _arguments(inner)
        number = self._number(f"half of {match['name']}({inner})", match.start())
        size = arguments[-1].strip()
        arguments[-1] = f" ascendc_pick<{number}, std::uint32_t>({size}, ({size}) / 2)"
        return ",".join(arguments)

    def _statement(self, match: re.Match[str], inner: str, at: int | None = None) -> str:
        call, at = match["call"], match.start() if at is None else at
        text = match[0]
        if call.startswith("DataCopy"):
            return f"{text}{self._copy(inner, at)})"
        skipped = [self._number(f"without {call}({inner})", at)]
        if match["event"]:
            event = match["event"]
            if event not in self._pairs:
                self._pairs[event] = self._number(f"without all flags of {event}", at)
            skipped.append(self._pairs[event])
        wanted = " && ".join(f"ascendc_mutant() != {number}" for number in skipped)
        called, queue = f"{text}{inner})", _QUEUE.match(call)
        if queue:
            called = f"(ascendc_enqueued({queue['queue']}, {inner}), {called})"
        return f"(({wanted}) ? static_cast<void>({called}) : static_cast<void>(0))"

    def _copy(self, inner: str, at: int) -> str:
        arguments = _arguments(inner)
        for index in (0, 1):
            argument = arguments[index].strip()
            if argument.endswith("]"):
                opening = argument.rindex("[")
                subscript = argument[opening + 1 : -1]
                number = self._number(f"{argument} 8 elements further", at)
                shifted = f"({subscript}) + (ascendc_mutant() == {number} ? 8 : 0)"
                arguments[index] = f" {argument[:opening]}[{shifted}]"
        length = _LENGTH.match(arguments[2].strip()) if len(arguments) > 2 else None
        if length:
            text = arguments[2].strip()
            closing = _closing(text, length.end() - 1)
            inner = self._length(length, text[length.end() : closing], at)
            arguments[2] = f" {text[: length.end()]}{inner}{text[closing:]}"
        count = arguments[2].strip() if len(arguments) == 3 else ""
        is_count = count not in self._parameters and not re.match(r"\{|.*Params|[A-Z]\w+\(", count, re.DOTALL)
        if count and is_count:
            number = self._number(f"{count} and 8 elements more", at)
            arguments[2] = f" ({count}) + (ascendc_mutant() == {number} ? 8 : 0)"
        return ",".join(arguments)


def mutate(text: str, first: int = 1) -> Mutants:
    """The source with its mutants, numbered from ``first``.

    >>> mutate("{ PipeBarrier<PIPE_ALL>(); }").changes
    {1: 'line 1: without PipeBarrier<PIPE_ALL>()'}
    """
    mutator = _Mutator(text, first)
    new = mutator.run()
    return Mutants(new, mutator.changes)
