# SPDX-License-Identifier: BSD-2-Clause
"""Programs made at random, which a tool changes and which must do the same as before.

A usual run tries a few from a seed of its commit; where no tool was changed half as many, of one
kind or the other; `flat test --exhaustive` tries many.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from flatland import paths
from flatland.setup.native_tools import kit_tool
from flatland.testing.captured import captured
from flatland.testing.inputs import everything
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.tool_choice import is_choice, tried, turn
from flatland.testing.usual_part import random_seed


@dataclass(frozen=True)
class Trial:
    """A script that tries a tool on random input, how it is told how much, and how much."""

    script: str
    option: str
    usual: int
    exhaustive: int
    inputs: tuple[str, ...] = ("tools", "tests/specialize")


_trials = {
    "collapse/fuzz": Trial("tools/collapse/test/fuzz/random_hierarchies.py", "--count", 40, 500),
    "reorder/fuzz": Trial("tools/reorder/test/support/random_structs.py", "--count", 20, 200),
    "specialize/fuzz": Trial("tests/specialize/generated.py", "--count", 20, 200),
    "specialize/marshal": Trial(
        "tests/specialize/marshal.py", "--calls", 20_000, 1_000_000, everything
    ),
    "specialize/adversarial": Trial("tests/specialize/adversarial.py", "--count", 200, 20_000),
}
labels = tuple(_trials)


def jobs(context: Context) -> Iterator[Job]:
    """One for each trial that is wanted, called by its seed."""
    seed = random_seed(context)
    for label, trial in _chosen(context):
        if context.selection.wants("tools", label):
            run = partial(_run, context, label, trial, seed)
            yield Job(f"tools {label} --seed {seed}", run, trial.inputs)


def _chosen(context: Context) -> Iterator[tuple[str, Trial]]:
    """Those of the tools that are tried: where none was changed, each other one of a tool's."""
    for tool in tried(context):
        trials = [(label, trial) for label, trial in _trials.items() if _tool(label) == tool]
        kinds = min(2, len(trials)) if is_choice(context) else 1
        yield from trials[turn(context.part) % kinds :: kinds]


def _run(context: Context, label: str, trial: Trial, seed: int) -> Iterator[Result]:
    tool = _tool(label)
    tried_count = count(context, trial)
    script = str(paths.kit / trial.script)
    command = [sys.executable, script, f"--{tool}", str(kit_tool(tool).program)]
    command += [trial.option, str(tried_count), "--seed", str(seed)]
    if trial.option == "--count":
        command += ["--save", str(paths.build / "tests" / f"wrong-{tool}")]
    done = captured(command)
    if done.returncode == 0:
        yield passed(f"tools {label}", tried_count)
    else:
        extent = "--exhaustive " if context.exhaustive else ""
        again = f"flat test {extent}--seed {seed} {label}"
        yield failed(f"tools {label}", done.stdout + done.stderr, again)


def count(context: Context, trial: Trial) -> int:
    """How much is tried: others have tried a tool that is as it was, with other seeds."""
    if context.exhaustive:
        return trial.exhaustive
    return trial.usual // 2 if is_choice(context) else trial.usual


def _tool(label: str) -> str:
    return label.split("/", maxsplit=1)[0]
