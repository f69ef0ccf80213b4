# SPDX-License-Identifier: BSD-2-Clause
"""Checks that what a job says it reads is not too little, by what compilers read for its kernels.

A job whose inputs lack a file would not run again after a change of it. Each build notes which
headers its steps have read (Ninja's dependency log), and this compares the two.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from flatland.builder import state
from flatland.builder.ladder import Step, VariantName
from flatland.builder.pipeline import BuildOptions, state_file
from flatland.builder.toolchain import CompilerName
from flatland.builder.workspace import Workspace
from flatland.testing.results import Result, failed


def not_stated(
    workspace: Workspace, name: str, inputs: Iterable[str], kernel: str, options: BuildOptions
) -> Iterator[Result]:
    """A failure of the test `name` if the kernel as it was built read more than `inputs`."""
    places = {top / each for top in (workspace.folder, workspace.kit) for each in inputs}
    missing = [
        workspace.display(file)
        for file in sorted(_read(workspace, kernel, options))
        if places.isdisjoint((file, *file.parents))
    ]
    if missing:
        detail = (
            f"compilers read for {kernel}, and the inputs of the job lack:\n"
            + "".join(f"  {each}\n" for each in missing)
            + "so the test would not run again when these change;"
            " mend tools/cli/flatland/testing/kernel_reads.py"
        )
        yield failed(f"{name}: its inputs", detail, f"flat test {name}")


def options_of(target: str, compiler: str, variant: str, retpolines: bool = False) -> BuildOptions:
    """How a test builds its kernel."""
    step = Step(cast(VariantName, variant), retpolines)
    return BuildOptions(target, cast(CompilerName, compiler), step=step)


def _read(workspace: Workspace, kernel: str, options: BuildOptions) -> set[Path]:
    """The files of workspace and kit, but for products, that steps of a build have read."""
    known = state.last(state_file(kernel, options))
    assert known, "what was built is remembered"
    found: set[Path] = set()
    for ninja_file in known.ninja_files:
        words = ["ninja", "-f", ninja_file, "-t", "deps"]
        done = subprocess.run(
            words, cwd=workspace.folder, capture_output=True, text=True, check=True
        )
        names = {line.strip() for line in done.stdout.splitlines() if line.startswith("    ")}
        found |= {Path(os.path.realpath(workspace.folder / name)) for name in names}
    tops = (workspace.folder, workspace.kit)
    return {
        file
        for file in found
        if any(file.is_relative_to(top) for top in tops)
        and not any(file.is_relative_to(top / "build") for top in tops)
    }
