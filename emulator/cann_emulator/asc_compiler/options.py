# SPDX-License-Identifier: Apache-2.0
"""The command line of the .asc compiler, taken apart."""

from __future__ import annotations

import enum
import os
import shlex
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

ARCHITECTURES = {"dav-2201": 2201, "dav-3510": 3510}

# Options whose value is the next argument where it is not joined to them.
_WITH_VALUE = frozenset(
    """
    -o -I -D -U -L -l -x -T -u -z -e -isystem -iquote -idirafter -iprefix -include -imacros -isysroot -MF -MT
    -MQ -Xlinker -Xpreprocessor -Xassembler -Xclang -aux-info -rpath -soname --param --sysroot -target -mllvm
    --npu-arch --npu-soc --gcc-toolchain
    """.split()  # noqa: SIM905
)
# Stages before the link.
_STAGES = frozenset({"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"})
_LINK_PREFIXES = (
    "-l",
    "-L",
    "-Wl,",
    "-Xlinker",
    "-T",
    "-u",
    "-z",
    "-e",
    "-rpath",
    "-soname",
    "-shared",
    "--shared",
)
# Settings of the device compiler. There is no device code here, so they have nothing to act on.
_DEVICE_PREFIXES = ("--asc-", "--cce-", "--npu-soc", "-mllvm")
_DEVICE_REGION = ("-Xaicore-start", "-Xaicore-end")
_HOST_REGION = ("-Xhost-start", "-Xhost-end")


class UsageError(Exception):
    """A command line that cannot be carried out."""


class Kind(enum.Enum):
    """What an argument is for."""

    OPTION = enum.auto()  # of compilation, or of both stages
    LINK = enum.auto()  # of the link alone
    DEPENDENCY = enum.auto()  # -MD, -MF, ...
    STAGE = enum.auto()  # -c and the like
    OUTPUT = enum.auto()  # -o
    SOURCE = enum.auto()  # an .asc input
    INPUT = enum.auto()  # any other input


class Argument(NamedTuple):
    """One option with its value, or one input, as the host compiler takes it."""

    kind: Kind
    words: tuple[str, ...]


class CommandLine:
    """What was asked for; ``arguments`` in the order given."""

    def __init__(self) -> None:
        self.arguments: list[Argument] = []
        self.architecture: int | None = None
        self.gcc_toolchain: str | None = None
        self.show_version = False

    def words(self, *kinds: Kind) -> list[str]:
        """The arguments of these kinds, as words."""
        return [word for argument in self.arguments if argument.kind in kinds for word in argument.words]

    @property
    def sources(self) -> list[str]:
        return self.words(Kind.SOURCE)

    @property
    def stage(self) -> str | None:
        """The option that names the last stage; None: link."""
        return next(iter(self.words(Kind.STAGE)), None)

    @property
    def output(self) -> str | None:
        return self.words(Kind.OUTPUT)[-1] if self.words(Kind.OUTPUT) else None

    @property
    def search(self) -> list[str]:
        """The folders of -iquote and -I, in this order."""
        return self._folders("-iquote") + self._folders("-I")

    @property
    def include_folders(self) -> list[str]:
        """The folders of -I and -isystem, in this order."""
        return self._folders("-I") + self._folders("-isystem")

    def _folders(self, option: str) -> list[str]:
        words = [each.words for each in self.arguments if each.kind is Kind.OPTION]
        return [
            each[1] if each[0] == option else each[0][len(option) :]
            for each in words
            if each[0].startswith(option)
        ]

    @property
    def libraries(self) -> list[str]:
        """The file names of the shared libraries that are named to the linker."""
        options = ["".join(each.words) for each in self.arguments if each.kind is Kind.LINK]
        named = [f"lib{each[2:]}.so" for each in options if each.startswith("-l")]
        return named + [os.path.basename(each) for each in self.words(Kind.INPUT) if each.endswith(".so")]

    def has_option(self, prefix: str) -> bool:
        return any(word.startswith(prefix) for word in self.words(Kind.OPTION))


def parse(arguments: Iterable[str]) -> CommandLine:
    """Raises UsageError for an unknown architecture or an option without its value."""
    command = CommandLine()
    words = iter(_expand_response_files(arguments))
    language = "none"  # of -x
    for word in words:
        if word == _DEVICE_REGION[0]:
            while next(words, _DEVICE_REGION[1]) != _DEVICE_REGION[1]:
                pass
            continue
        name, value = word, None
        given: tuple[str, ...] = (word,)
        if word in _WITH_VALUE:
            value = next(words, None)
            if value is None:
                raise UsageError(f"{word} needs a value")
            given = (word, value)
        elif word.startswith("--") and "=" in word:
            name, value = word.split("=", 1)
        elif word.startswith(("-x", "-o")) and len(word) > 2 and not word.startswith("-openmp"):
            name, value = word[:2], word[2:]
            given = (name, value)
        if name == "--npu-arch":
            command.architecture = _architecture(value or "")
        elif name == "--gcc-toolchain":
            command.gcc_toolchain = value
        elif name == "--version":
            command.show_version = True
        elif name == "-x":
            language = value or "none"
            if language not in ("asc", "none"):
                command.arguments.append(Argument(Kind.INPUT, given))
        elif not name.startswith(_DEVICE_PREFIXES) and name not in _HOST_REGION:
            command.arguments.append(Argument(_kind(name, language), given))
    return command


def _kind(name: str, language: str) -> Kind:
    if not name.startswith("-") or name == "-":
        is_source = language == "asc" or (language == "none" and name.endswith(".asc"))
        return Kind.SOURCE if is_source else Kind.INPUT
    if name in _STAGES:
        return Kind.STAGE
    if name == "-o":
        return Kind.OUTPUT
    if name in ("-MD", "-MMD", "-MP", "-MF", "-MT", "-MQ", "-MG"):
        return Kind.DEPENDENCY
    return Kind.LINK if name.startswith(_LINK_PREFIXES) else Kind.OPTION


def _architecture(name: str) -> int:
    if name not in ARCHITECTURES:
        raise UsageError(f"--npu-arch is '{name}', expected {' or '.join(ARCHITECTURES)}")
    return ARCHITECTURES[name]


def _expand_response_files(arguments: Iterable[str]) -> list[str]:
    """``@file`` replaced by the file's words."""
    expanded: list[str] = []
    for argument in arguments:
        if argument.startswith("@") and os.path.isfile(argument[1:]):
            with open(argument[1:], encoding="utf-8") as stream:
                expanded += _expand_response_files(shlex.split(stream.read()))
        else:
            expanded.append(argument)
    return expanded
