# SPDX-License-Identifier: Apache-2.0
"""The command line: ``python -m cann_emulator``."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence

from cann_emulator.enabling import disable, enable
from cann_emulator.environment import variables
from cann_emulator.homes import EmulatorError, emulator_home, real_cann
from cann_emulator.trace import command as trace_command


def _emulator_variables() -> dict[str, str]:
    """The variables to set; none, with a note on stderr, when a real CANN is sourced."""
    sourced = real_cann(os.environ)
    if sourced:
        print(f"cann_emulator: the CANN sourced at {sourced} is used, not the emulator", file=sys.stderr)
        return {}
    return variables(emulator_home(os.environ), os.environ)


def _env(_: argparse.Namespace) -> None:
    for name, value in _emulator_variables().items():
        print(f"export {name}={shlex.quote(value)}")


def _interpreter_flags() -> list[str]:
    """The interpreter's options given before ``-m cann_emulator``, e.g. ``-X dev``."""
    flags = sys.orig_argv[1:]
    return flags[: flags.index("-m")] if "-m" in flags else []


def _run(arguments: argparse.Namespace) -> None:
    command: list[str] = arguments.command
    if command[:1] == ["--"]:
        command = command[1:]
    if not command:
        raise EmulatorError("run: expected a script or -m module, as after 'python'")
    environ = {**os.environ, **_emulator_variables()}
    sys.stdout.flush()
    # A fresh interpreter: sys.argv, __main__, signals and the exit code are those of 'python COMMAND'.
    os.execve(sys.executable, [sys.executable, *_interpreter_flags(), *command], environ)


def _atc(arguments: argparse.Namespace) -> None:
    own = _emulator_variables()
    if not own:
        raise EmulatorError("atc: the sourced CANN has an atc of its own")
    program = os.path.join(own["ASCEND_HOME_PATH"], "bin", "atc")
    os.execve(program, [program, *arguments.command], {**os.environ, **own})


def _info(arguments: argparse.Namespace) -> None:
    from cann_emulator import info

    print((info.as_json if arguments.json else info.as_text)(info.collect()))


def _trace(arguments: argparse.Namespace) -> int:
    own = _emulator_variables()
    if not own:
        raise EmulatorError("trace: the emulator is not in use, and its model is what gives the times")
    return trace_command.trace(arguments, {**os.environ, **own})


def _enable(_: argparse.Namespace) -> None:
    path, written = enable()
    state = "Enabled" if written else "Already enabled"
    print(f"{state}: this environment's Python activates the emulator ({path})")


def _disable(_: argparse.Namespace) -> None:
    removed = disable()
    for path in removed:
        print(f"Disabled: removed {path}")
    if not removed:
        print("Not enabled: nothing to do")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cann_emulator",
        description="A CANN for machines without an NPU. A real CANN that is sourced always wins.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, function: object, text: str, usage: str | None = None) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text, usage=usage)
        command.set_defaults(function=function)
        return command

    add("env", _env, "print shell commands for 'eval': the emulator's set_env.sh")
    add(
        "run",
        _run,
        "run a Python program on the emulator: what follows is what you would write after 'python'",
        usage="python -m cann_emulator run [--] (SCRIPT | -m MODULE | -c CODE) [ARGUMENT ...]",
    )
    add(
        "atc",
        _atc,
        "compile an exported graph (.air) to an offline model (.om): see atc --help",
        "%(prog)s OPTION ...",
    )
    info = add("info", _info, "show the home, the versions and the settings in use")
    info.add_argument("--json", action="store_true", help="print JSON")
    trace = add(
        "trace",
        _trace,
        "run any program and show the modelled time of its kernels on the NPU: a table, a timeline",
        usage="python -m cann_emulator trace [OPTION ...] [--] COMMAND [ARGUMENT ...]",
    )
    trace_command.add_arguments(trace)
    add("enable", _enable, "have this environment's Python activate the emulator at start-up")
    add("disable", _disable, "undo 'enable'")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code; does not return where a program is run."""
    program: list[str] = []
    own_help = arguments[:1] == ["run"] and arguments[1:2] in (["-h"], ["--help"])
    if arguments[:1] in (["run"], ["atc"]) and not own_help:
        # argparse would take the program's options for its own.
        arguments, program = arguments[:1], list(arguments[1:])
    parsed = _parser().parse_args(arguments, argparse.Namespace(command=program))
    try:
        code: int | None = parsed.function(parsed)
        return code or 0
    except EmulatorError as error:
        print(f"cann_emulator: {error}", file=sys.stderr)
        return 1
