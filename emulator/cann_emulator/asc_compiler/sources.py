# SPDX-License-Identifier: Apache-2.0
"""Writes the rewritten copy of a source file, and of the local headers it includes that have to be rewritten.

A copy stands in a temporary folder and names its original by ``#line``, so that messages and debug
information speak of the original. Only headers that are included by ``#include "..."`` and found beside the
includer or through -I and -iquote are looked at; those of the CANN home and of installed Python packages are
not.
"""

from __future__ import annotations

import os
import re

from . import arrays, edits, launches
from .launches import LaunchError, template_kernels

_INCLUDE = re.compile(r'^[^\S\n]*#[^\S\n]*include[^\S\n]*"([^"\n]+)"', re.MULTILINE)


class SourceError(Exception):
    """A mistake in a source file, worded as a compiler words it: file:line:column: error: text."""


class _File:
    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.includes: list[tuple[int, int, str]] = []  # start and end of the name, file found
        self.copy: str | None = None  # where the rewritten text stands, if it had to be rewritten


class SourceTree:
    """The source file and its local headers."""

    def __init__(self, search: list[str], excluded: list[str], folder: str) -> None:
        """``search``: folders of -iquote and -I; ``excluded``: never looked into; ``folder``: for copies."""
        self._search = search
        self._excluded = [os.path.realpath(each) + os.sep for each in excluded]
        self._folder = folder
        self._files: dict[str, _File] = {}
        self.originals: dict[str, str] = {}  # copy -> original, as dependency files must name it

    def prepare(self, path: str) -> str:
        """The file to compile in the place of ``path``: itself where nothing has to change."""
        main = self._load(path)
        templates: dict[str, int] = {}
        for each in self._files.values():
            templates.update(template_kernels(each.text))
        changed = self._changed()
        if main.path not in changed:
            return path
        for number, key in enumerate(sorted(changed)):
            name = os.path.basename(self._files[key].path)
            self._files[key].copy = os.path.join(self._folder, str(number), name)
        for key in changed:
            self._write(self._files[key], path if key == main.path else key, templates)
        assert main.copy is not None
        return main.copy

    def _load(self, path: str) -> _File:
        key = os.path.realpath(path)
        if key in self._files:
            return self._files[key]
        with open(key, encoding="utf-8", errors="surrogateescape", newline="") as stream:
            source = _File(key, stream.read())
        self._files[key] = source
        for match in _INCLUDE.finditer(source.text):
            found = self._find(match.group(1), os.path.dirname(key))
            if found is not None:
                source.includes.append((*match.span(1), self._load(found).path))
        return source

    def _find(self, name: str, beside: str) -> str | None:
        for folder in (beside, *self._search):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                real = os.path.realpath(path)
                excluded = any(real.startswith(each) for each in self._excluded) or "/site-packages/" in real
                return None if excluded else path
        return None

    def _changed(self) -> set[str]:
        """Files with launches or arrays in UB, and files that include such a file."""
        changed = {
            key for key, each in self._files.items() if "<<<" in each.text or arrays.has_arrays(each.text)
        }
        while True:
            including = {
                key
                for key, each in self._files.items()
                if any(found in changed for _, _, found in each.includes)
            }
            if including <= changed:
                return changed
            changed |= including

    def _write(self, source: _File, shown: str, templates: dict[str, int]) -> None:
        text = source.text
        for start, end, found in reversed(source.includes):
            text = text[:start] + (self._files[found].copy or found) + text[end:]
        try:
            text = edits.apply(text, [*launches.find_edits(text, templates), *arrays.find_edits(text)])
        except LaunchError as error:
            raise SourceError(f"{shown}:{_position(text, error.offset)}: error: {error}") from None
        assert source.copy is not None
        os.makedirs(os.path.dirname(source.copy), exist_ok=True)
        quoted = shown.replace("\\", "\\\\").replace('"', '\\"')
        with open(source.copy, "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
            stream.write(f'#line 1 "{quoted}"\n{text}')
        self.originals[source.copy] = shown


def _position(text: str, offset: int) -> str:
    line_start = text.rfind("\n", 0, offset) + 1
    return f"{text.count(chr(10), 0, offset) + 1}:{offset - line_start + 1}"
