# SPDX-License-Identifier: Apache-2.0
"""The kernels of the repository, broken by source_mutants.py: which mutants does the checker report?

A mutant counts where it breaks a rule in the cases below: it is reported, or its result is wrong. Those that
neither show (a barrier that the compiler puts in by itself, a buffer that was larger than needed) do not.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import torch
from asc_library import SOURCES, Compiler, KernelError, Library
from source_mutants import PRELUDE, mutate

ROOT = Path(__file__).resolve().parents[3]
KERNELS = (
    "elementwise_kernel.h",
    "add_custom.asc",
    "add_custom_broadcast.asc",
    "dispersion_correction.asc",
    "dispersion_correction_backward.asc",
)
SEEDS = {
    "seed_ge_torchair": "add_custom_kernel.asc",
    "seed_torch_library": "add_custom.asc",
}


@dataclass(frozen=True)
class Case:
    """A call of sources/mutant_subjects.asc and what must come out."""

    name: str
    files: tuple[str, ...]  # that hold the kernel's mutants
    sources: tuple[torch.Tensor, ...]
    expected: torch.Tensor
    fields: dict[str, float] = field(default_factory=dict)


def cases() -> list[Case]:
    """Several tiles for each block, and tails."""
    generator = torch.Generator().manual_seed(0)

    def rand(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.rand(*shape, generator=generator).to(dtype)

    many = 48 * 2 * 7808 + 13
    x, y = rand(many), rand(many)
    rows, row = rand(700, 301), rand(301)
    wide, column = rand(96 * 61, 131, dtype=torch.bfloat16), rand(96 * 61, 1, dtype=torch.bfloat16)
    small = rand(8, 2048), rand(8, 2048)
    half = rand(1 << 18, dtype=torch.half), rand(1 << 18, dtype=torch.half)
    d, alpha = rand(48 * 2 * 9000 + 5, dtype=torch.half) + 0.5, 0.25
    grad, point = rand(48 * 2 * 6000 + 5), rand(48 * 2 * 6000 + 5) + 0.5
    return [
        Case("add float", ("elementwise_kernel.h", "add_custom.asc"), (x, y), x + y),
        Case("broadcast rows", ("add_custom_broadcast.asc",), (rows, row), rows + row, {"count": 301}),
        Case(
            "broadcast columns", ("add_custom_broadcast.asc",), (wide, column), wide + column, {"count": 131}
        ),
        Case(
            "dispersion",
            ("elementwise_kernel.h", "dispersion_correction.asc"),
            (d,),
            alpha * d + d.float().sqrt(),
            {"scalar": alpha},
        ),
        Case(
            "dispersion backward",
            ("dispersion_correction_backward.asc",),
            (grad, point),
            grad * (alpha + 0.5 / point.sqrt()),
            {"scalar": alpha},
        ),
        Case("seed ge", ("seed_ge_torchair.asc",), small, small[0] + small[1]),
        Case("seed torch", ("seed_torch_library.asc",), half, half[0] + half[1]),
    ]


def _seed(folder: str, name: str) -> str:
    """The kernel of a project, without what binds it to PyTorch, in a namespace of its own."""
    text = (ROOT / "examples" / folder / name).read_text()
    kernel = text.split("at::Tensor ", 1)[0]
    lines = [line for line in kernel.splitlines() if not line.startswith("#include") or "kernel_op" in line]
    closing = "" if kernel == text else "\n}\n"
    return "\n".join(lines).replace("ascendc_ops", folder) + closing


@dataclass
class Subjects:
    """The library with every mutant, and what each number changes."""

    library: Library
    changes: dict[int, str]


def build(compiler: Compiler, folder: Path) -> Subjects:
    prelude = folder / "prelude.h"
    prelude.write_text(PRELUDE)
    texts = {name: (ROOT / "kernel" / name).read_text() for name in KERNELS}
    texts |= {f"{folder}.asc": _seed(folder, name) for folder, name in SEEDS.items()}
    changes: dict[int, str] = {}
    for name, text in texts.items():
        mutants = mutate(text, first=len(changes) + 1)
        (folder / name).write_text(mutants.text)
        changes |= {number: f"{name}, {change}" for number, change in mutants.changes.items()}
    sources = [folder / name for name in texts if name.endswith(".asc")]
    sources += [SOURCES / "mutant_subjects.asc", ROOT / "kernel" / "soc.cpp"]
    objects = [folder / f"{source.stem}.o" for source in sources]
    includes = (folder, ROOT / "kernel", SOURCES, compiler.path.parent.parent / "include")
    options = ["-O1", "-fPIC", "-include", prelude, *(f"-I{include}" for include in includes)]
    for source, target in zip(sources, objects, strict=True):
        _run(compiler, *options, "-c", source, "-o", target)
    library = folder / "libsubjects.so"
    _run(compiler, "-shared", *objects, "-lplatform", "-o", library)
    return Subjects(Library(library), changes)


def _run(compiler: Compiler, *words: object) -> None:
    finished = compiler.run(*words)
    if finished.returncode != 0:
        raise subprocess.CalledProcessError(finished.returncode, "bisheng", stderr=finished.stderr)


@dataclass
class Score:
    reports: dict[str, str] = field(default_factory=dict)  # change -> report
    missed: list[str] = field(default_factory=list)  # changes with a wrong result and no report
    unseen: list[str] = field(default_factory=list)  # changes that break nothing here
    false_reports: list[str] = field(default_factory=list)

    @property
    def mutants(self) -> int:
        return len(self.reports) + len(self.missed)


def _outcome(library: Library, case: Case) -> str | bool:
    """The report, or whether the result is right."""
    destination = torch.zeros_like(case.expected, dtype=case.sources[0].dtype)
    try:
        result = library.run(case.name, destination, *case.sources, **case.fields)
    except KernelError as error:
        return str(error)
    return torch.allclose(result.float(), case.expected.float(), rtol=1e-2, atol=1e-5)


def measure(subjects: Subjects) -> Score:
    """Runs every case on the original and on every mutant."""
    score = Score()
    every = cases()
    try:
        for number in (0, *subjects.changes):
            os.environ["ASCENDC_MUTANT"] = str(number)
            outcomes: list[str | bool] = []
            for case in every:
                if number != 0 and subjects.changes[number].split(",")[0] not in case.files:
                    continue
                outcomes.append(_outcome(subjects.library, case))
                if number != 0 and isinstance(outcomes[-1], str):
                    break
            reports = [outcome for outcome in outcomes if isinstance(outcome, str)]
            if number == 0:
                score.false_reports = reports
                assert False not in outcomes, "an original gives a wrong result"
            elif reports:
                score.reports[subjects.changes[number]] = reports[0]
            else:
                (score.missed if False in outcomes else score.unseen).append(subjects.changes[number])
    finally:
        del os.environ["ASCENDC_MUTANT"]
    return score
