# SPDX-License-Identifier: Apache-2.0
"""Carries out a command line: rewrites the .asc inputs, compiles them with the host compiler, and links."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from . import toolchain
from .options import ARCHITECTURES, CommandLine, Kind, UsageError, parse
from .sources import SourceError, SourceTree

_DEFAULT_STANDARD = "-std=c++17"
_LINE_TABLES = "-g1"  # a fault in a kernel names its line; the user's -g options come later and win
_EXTENSIONS = {"-c": ".o", "-S": ".s"}
# Kernels that are older than __NPU_ARCH__ ask for the others.
_ARCHITECTURE_MACROS = {
    2201: ("__NPU_ARCH__=2201", "__CCE_AICORE__=220", "__DAV_C220_VEC__"),
    3510: ("__NPU_ARCH__=3510", "__CCE_AICORE__=310", "__DAV_C310__"),
}


def main(home: str, arguments: list[str]) -> int:
    """``home``: the CANN home whose headers and libraries are used. Returns the exit status."""
    try:
        command = parse(arguments)
        if command.show_version:
            return _show_version(home)
        with tempfile.TemporaryDirectory(prefix="asc-") as folder:
            return _Build(home, command, folder).run()
    except SourceError as error:
        print(error, file=sys.stderr)
    except (UsageError, OSError) as error:
        print(f"bisheng (cann_emulator): error: {error}", file=sys.stderr)
    return 1


def _show_version(home: str) -> int:
    print(f"bisheng (cann_emulator {toolchain.version(home)}): Ascend C on the host compiler")
    sys.stdout.flush()
    return subprocess.call([*toolchain.host_compiler(), "--version"])


class _Build:
    def __init__(self, home: str, command: CommandLine, folder: str) -> None:
        self._home = home
        self._command = command
        self._folder = folder
        self._compiler = toolchain.host_compiler()
        if command.gcc_toolchain is not None and toolchain.is_clang(self._compiler):
            self._compiler.append(f"--gcc-toolchain={command.gcc_toolchain}")

    def run(self) -> int:
        command = self._command
        if not command.sources:
            return self._call([*command.words(*Kind), *(self._libraries() if command.stage is None else [])])
        if command.architecture is None:
            raise UsageError(
                f"no --npu-arch; choose {' or '.join('--npu-arch=' + each for each in ARCHITECTURES)} "
                "(with CMake: CMAKE_ASC_ARCHITECTURES before project(), or target_compile_options)"
            )
        if command.stage is None:
            return self._compile_and_link()
        if len(command.sources) > 1 and command.output is not None:
            raise UsageError(
                f"-o {command.output} with {command.stage} takes one input, not {len(command.sources)}"
            )
        return max(self._compile(each, command.output, command.stage) for each in command.sources)

    def _compile_and_link(self) -> int:
        words: list[str] = []
        for number, argument in enumerate(self._command.arguments):
            if argument.kind is Kind.SOURCE:
                target = os.path.join(self._folder, f"{number}.o")
                status = self._compile(
                    argument.words[0], target, "-c", self._program_dependencies(argument.words[0])
                )
                if status != 0:
                    return status
                words.append(target)
            elif argument.kind is not Kind.DEPENDENCY:
                words += argument.words
        return self._call([*words, *self._libraries()])

    def _program_dependencies(self, source: str) -> str:
        """The default dependency file of one of a program's sources, as g++ and clang++ name it."""
        return f"{_stem(self._command.output or 'a.out')}-{_stem(os.path.basename(source))}.d"

    def _compile(self, source: str, output: str | None, stage: str, dependencies: str | None = None) -> int:
        """Runs ``source`` through the host compiler up to ``stage``."""
        if output is None and stage in _EXTENSIONS:
            output = _stem(os.path.basename(source)) + _EXTENSIONS[stage]
        tree = SourceTree(self._command.search, [self._home], tempfile.mkdtemp(dir=self._folder))
        prepared = tree.prepare(source)
        words = [_LINE_TABLES, *self._command.words(Kind.OPTION, Kind.DEPENDENCY), stage]
        if output is not None:
            words += ["-o", output]
        if prepared != source:
            folder = os.path.dirname(source) or "."
            words += ["-iquote", folder, f"-fdebug-prefix-map={os.path.dirname(prepared)}={folder}"]
        dependency_file = self._dependency_file(dependencies or _stem(output or source) + ".d")
        if dependency_file is not None:
            words += ["-MF", dependency_file]
        status = self._call([*words, *self._language_options(), "-x", "c++", prepared])
        if status == 0 and dependency_file is not None:
            _rename(dependency_file, tree.originals)
        return status

    def _dependency_file(self, default: str) -> str | None:
        """Where the host compiler is to write the dependencies it was asked for."""
        options = self._command.words(Kind.DEPENDENCY)
        if "-MF" in options:
            return options[options.index("-MF") + 1]
        return default if {"-MD", "-MMD"} & set(options) else None

    def _language_options(self) -> list[str]:
        command = self._command
        architecture = command.architecture
        assert architecture is not None  # run() has asked for it
        include = os.path.join(self._home, "include")
        words = [] if command.has_option("-std=") else [_DEFAULT_STANDARD]
        words += [
            *(f"-D{each}" for each in _ARCHITECTURE_MACROS[architecture]),
            "-include",
            os.path.join(include, "ascendc", "language.h"),
        ]
        # A folder named by -isystem loses the place that the user's -I gave it.
        given = {os.path.realpath(each) for each in command.include_folders}
        wrappers = os.path.join(include, "ascendc", "wrappers")  # headers that mean more in a kernel
        for folder in (wrappers, include, toolchain.torch_include(self._home, command.include_folders)):
            if os.path.realpath(folder) not in given:
                words += ["-isystem", folder]
        return words

    def _libraries(self) -> list[str]:
        folder = os.path.join(self._home, "lib64")
        return [
            f"-L{folder}",
            f"-Wl,-rpath,{folder}",
            *self._behind(folder),
            "-lascendc_runtime",
            "-lascendcl",
        ]

    def _behind(self, folder: str) -> list[str]:
        """Where the functions are of libraries like graph_base, which only lead on to others."""
        if not any(os.path.exists(os.path.join(folder, each)) for each in self._command.libraries):
            return []
        return ["-Wl,--push-state,--as-needed", "-lge_runner", "-lplatform", "-Wl,--pop-state"]

    def _call(self, words: list[str]) -> int:
        sys.stdout.flush()
        return subprocess.call([*self._compiler, *words])


def _stem(path: str) -> str:
    return os.path.splitext(path)[0]


def _rename(dependency_file: str, originals: dict[str, str]) -> None:
    """Names the originals in the place of the rewritten copies."""
    with open(dependency_file, encoding="utf-8") as stream:
        text = stream.read()
    for copy, original in originals.items():
        text = text.replace(copy, original.replace(" ", "\\ "))
    with open(dependency_file, "w", encoding="utf-8") as stream:
        stream.write(text)
