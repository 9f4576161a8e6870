# SPDX-License-Identifier: Apache-2.0
"""The demo's classifier outside Python: trained, exported, compiled offline, run by the programs in deploy/.

Trains on the CPU, writes the test set and its scores there, exports the graph (fixed and dynamic batch),
compiles it offline, builds the programs, runs both forms in processes without Python and compares every
prediction; starts a second Python process from the compile cache. Exits with an error when a result differs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch
import torch_npu
import torchair
from compile_cache import compare_start_up
from demo import DigitClassifier, load_data, train

from ascendc_ops.package_path import operator_package

PROGRAMS = Path(__file__).parent / "deploy"


def export(folder: Path) -> None:
    """Writes static.air, dynamic.air, images.npy and the CPU's scores.npy."""
    torch.manual_seed(0)
    train_x, train_y, images, _ = load_data()
    model = DigitClassifier()
    train(model, train_x, train_y)
    model.eval()
    with torch.no_grad():
        scores = model(images)
    np.save(folder / "images.npy", images.numpy())
    np.save(folder / "scores.npy", scores.numpy())
    model.npu()
    for name, dynamic in (("static", False), ("dynamic", True)):
        torchair.dynamo_export(
            images.npu(), model=model, export_path=str(folder), export_name=name, dynamic=dynamic
        )


def build_programs(folder: Path) -> None:
    environment = {**os.environ, "ASCEND_CUSTOM_OPP_PATH": str(operator_package())}
    subprocess.run(
        ["cmake", "-S", PROGRAMS, "-B", folder], check=True, stdout=subprocess.DEVNULL, env=environment
    )
    subprocess.run(["cmake", "--build", folder], check=True, stdout=subprocess.DEVNULL)


def run(program: Path, *arguments: str, folder: Path) -> str:
    """The output of a program with the operator package, without Python and torch_npu in its process."""
    libraries = Path(os.environ["ASCEND_HOME_PATH"]) / "lib64"
    search = os.pathsep.join(filter(None, [str(libraries), os.environ.get("LD_LIBRARY_PATH")]))
    environment = {"ASCEND_CUSTOM_OPP_PATH": str(operator_package()), "LD_LIBRARY_PATH": search}
    result = subprocess.run(
        [program, *arguments], cwd=folder, text=True, capture_output=True, env={**os.environ, **environment}
    )
    if result.returncode != 0:
        sys.exit(f"FAILED: {program.name} {' '.join(arguments)}\n{result.stdout}{result.stderr}")
    return result.stdout


def compile_offline(folder: Path, name: str) -> None:
    atc = Path(os.environ["ASCEND_HOME_PATH"]) / "bin" / "atc"
    soc = torch_npu.npu.get_device_name(0)
    run(
        atc, f"--model={name}.air", f"--output={name}", "--framework=1", f"--soc_version={soc}", folder=folder
    )


def milliseconds(output: str) -> str:
    found = re.search(r"first result after +(\d+) ms", output)
    assert found is not None, output
    return f"{found[1]:>6} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path("build/deploy"), help="for everything it writes")
    parser.add_argument("--requests", type=int, default=1000, help="that the server loop answers")
    arguments = parser.parse_args()
    folder: Path = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.redirect_stdout(io.StringIO()):  # TorchAir's progress
        export(folder)
    print(f"Exported to {folder}: static.air, dynamic.air")
    build_programs(folder / "programs")
    times = []
    for name in ("static", "dynamic"):
        compile_offline(folder, name)
        for program, model in (("run_air", f"{name}.air"), ("run_offline", f"{name}.om")):
            output = run(folder / "programs" / program, model, "images.npy", "scores.npy", folder=folder)
            print(f"\n{program} {model}\n{output}", end="")
            times.append(f"  {model:<12} {milliseconds(output)}")
    served = ["static.air", "images.npy", "scores.npy", "8", str(arguments.requests)]
    print(f"\nserve static.air\n{run(folder / 'programs' / 'serve', *served, folder=folder)}")
    print("From the start of a C++ process to its first result (.air: compiled there; .om: offline model)")
    print("\n".join(times))
    fresh, cached = compare_start_up()
    if not cached.loaded or cached.captured:
        sys.exit("FAILED: the second Python process did not start from the compile cache")
    print("From the first call to its result in a new Python process")
    for name, start in (("compiled", fresh), ("from the cache", cached)):
        print(f"  {name:<14} {start.seconds * 1e3:4.0f} ms, {start.captured} graphs captured")
    print("\nOK: every prediction equals the CPU's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
