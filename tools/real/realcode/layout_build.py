# SPDX-License-Identifier: BSD-2-Clause
"""Traces a program, finds a layout for one class, and builds, tests and traces it with that."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .laid_out import LaidOut
from .step import Failed, run

HERE = Path(__file__).resolve().parent.parent
FLAT = HERE.parents[1] / "flat"


@dataclass(frozen=True)
class Planned:
    """The program as it is, and what was found for it."""

    folder: Path
    profile: Path
    layout: Path
    members: int
    size_bytes: int
    lines: float  # per invocation, as declared
    planned: float  # the same, with the layout
    gap: float  # what part of its cost the best layout could save at most


@dataclass(frozen=True)
class Tested:
    """The program with the layout: its tests have passed, and it was traced again."""

    tests: str
    lines: float  # per invocation, in the new trace
    worse: float  # the same accesses on the declared layout, which the guard refuses


def plan(program: LaidOut, source: Path, scratch: Path) -> Planned:
    """Builds it as it is with its first compiler, traces it, and finds a layout."""
    folder = scratch / "declared"
    _build(program, program.compilers[0], source, folder, "")
    profile, layout = scratch / "declared.json", scratch / "layout.json"
    _trace(program, folder, profile)
    words = f"{FLAT} reorder plan {profile} -o {layout} {program.plan} --format json"
    found = _class(json.loads(run(f"{words} 2>/dev/null", scratch)), program.class_name)
    lines = found["lines_per_invocation"]
    recorded = _class(json.loads(profile.read_text()), program.class_name)
    return Planned(
        folder=folder,
        profile=profile,
        layout=layout,
        members=len(recorded["members"]),
        size_bytes=recorded["size_bytes"],
        lines=lines["declared"],
        planned=lines["laid out"],
        gap=found["gap"],
    )


def build_and_test(
    program: LaidOut, compiler: str, source: Path, planned: Planned, reorder: Path
) -> Tested:
    """With one compiler. Raises Failed if a step fails, or if the layout is not as planned."""
    folder = planned.folder.parent / compiler
    launcher = shlex.join([str(reorder), "--plan", str(planned.layout), "--"])
    _build(program, compiler, source, folder, launcher)
    output = "".join(run(_words(each, compiler, source), folder) for each in program.tests)
    passed = re.search(program.passed, output, re.M)
    if not passed:
        raise Failed(f"its tests did not end as expected:\n{output[-1500:]}")
    again = folder.with_suffix(".json")
    _trace(program, folder, again)
    _guard(planned.profile, folder / program.binary, program, allowed=(0,))
    lines = _guard(again, folder / program.binary, program, allowed=(0,))
    worse = _guard(again, planned.folder / program.binary, program, allowed=(1,))
    return Tested(
        passed.group(0), lines["lines_per_invocation_recorded"], worse["lines_per_invocation_now"]
    )


def _build(program: LaidOut, compiler: str, source: Path, folder: Path, launcher: str) -> None:
    folder.mkdir()
    for command in program.build:
        run(_words(command, compiler, source, launcher), folder)


def _words(command: str, compiler: str, source: Path, launcher: str = "") -> str:
    return command.format(compiler=compiler, launcher=launcher, source=source, here=HERE)


def _trace(program: LaidOut, folder: Path, profile: Path) -> None:
    words = [str(FLAT), "memtrace", "--class", program.class_name, "-o", str(profile)]
    for entry in program.entries:
        words += ["--entry", entry]
    for function in program.allocated_in:
        words += ["--allocated-in", function]
    run(program.traced.format(here=HERE, memtrace=shlex.join([*words, "--"])), folder)


def _guard(
    profile: Path, binary: Path, program: LaidOut, allowed: tuple[int, ...]
) -> dict[str, Any]:
    """What `reorder check` says of the class; its status has to be one of those."""
    words = f"{FLAT} reorder check {profile} {binary} --format json 2>/dev/null"
    return _class(json.loads(run(words, profile.parent, allowed)), program.class_name)


def _class(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in document["classes"] if each["name"] == name)
    return found
