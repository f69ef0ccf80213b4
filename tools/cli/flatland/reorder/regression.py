# SPDX-License-Identifier: BSD-2-Clause
"""Whether a class still touches no more lines than when it was recorded, and which member did it.

The recorded accesses are replayed on the layout of today: by member name and place in the member.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland.errors import failure
from flatland.profile.members import Layout, read_layouts
from flatland.reorder.check import check
from flatland.reorder.lines import (
    SequenceLines,
    lines_by_member,
    sequence_lines,
    weighted_lines,
)
from flatland.reorder.problem import Footprint, Offsets, Problem
from flatland.reorder.recorded import Recorded


@dataclass(frozen=True)
class Culprit:
    """A member without which a sequence would touch fewer lines, as it did when recorded."""

    member: str
    offset_before: int
    offset_now: int


@dataclass(frozen=True)
class Regression:
    """One object of one sequence that now touches more lines."""

    entry: str
    times: int
    weight: float
    object: int
    lines_before: float
    lines_now: float
    culprits: tuple[Culprit, ...]


@dataclass(frozen=True)
class Verdict:
    """Of one class: lines per invocation before and now, and what got worse."""

    name: str
    before: list[SequenceLines]
    now: list[SequenceLines]
    regressions: list[Regression]

    @property
    def is_worse(self) -> bool:
        """Whether an invocation touches more lines on average."""
        return weighted_lines(self.now) > weighted_lines(self.before)


def compare(recorded: Recorded, offsets: Offsets) -> Verdict:
    """`offsets`: of the same parts, in the layout of today."""
    problem = recorded.problem()
    check(problem)
    before = sequence_lines(recorded, problem, recorded.declared)
    now = sequence_lines(recorded, problem, offsets)
    found = []
    for (_, footprints), was, is_now in zip(recorded.footprints(), before, now, strict=True):
        for role, footprint in enumerate(footprints):
            lines = was.roles[role].touched, is_now.roles[role].touched
            if lines[1] > lines[0]:
                culprits = tuple(_culprits(recorded, problem, footprint, offsets))
                found.append(Regression(was.entry, was.times, was.weight, role, *lines, culprits))
    return Verdict(recorded.name, before, now, found)


def _culprits(
    recorded: Recorded, problem: Problem, footprint: Footprint, offsets: Offsets
) -> list[Culprit]:
    """The members that have a line to themselves now which they shared before.

    If there are none, all that lie in another line than before, relative to the first.
    """
    now = lines_by_member(problem, footprint, offsets)
    before = lines_by_member(problem, footprint, recorded.declared)
    company = {name: items.keys() - {name} for items in before.values() for name in items}
    alone = [next(iter(items)) for items in now.values() if len(items) == 1]
    found = [name for name in alone if company.get(name)]
    if not found:
        found = [name for name in footprint.touched if offsets[name] != recorded.declared[name]]
    return [Culprit(name, recorded.declared[name], offsets[name]) for name in dict.fromkeys(found)]


def verdicts(
    classes: list[Recorded], file: Path, compiler: str | None, flags: list[str]
) -> list[Verdict]:
    """Of each class of a profile, against a source or against what is built with -g."""
    with tempfile.TemporaryDirectory(prefix="reorder-") as folder:
        built = file if _is_elf(file) else _compile(file, compiler, flags, Path(folder))
        layouts = read_layouts(built, {each.name for each in classes})
    found = []
    for recorded in classes:
        layout = layouts.get(recorded.name)
        if layout is None:
            raise failure(
                "F1122",
                f"`{recorded.name}` is not in {file}",
                help="check what defines and uses the class, or a program that is built with -g",
            )
        found.append(compare(recorded, _offsets(recorded, layout, file)))
    return found


def _offsets(recorded: Recorded, layout: Layout, file: Path) -> dict[str, int]:
    """Where the recorded parts are today; new members are of no interest, missing ones are."""
    today = {each.name: each.offset for each in layout.members}
    found = dict(recorded.declared)
    for name, part in recorded.named_parts():
        if part["fixed"]:
            continue
        first = part["members"][0]
        if first not in today:
            raise failure(
                "F1123",
                f"`{recorded.name}` in {file} has no member `{first}`, but the profile has",
                help="record a new profile, or rename the member in it",
            )
        found[name] = today[first]
    return found


def _is_elf(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(4) == b"\x7fELF"
    except OSError as problem:
        raise failure("F1124", f"cannot read {file}", notes=[str(problem)]) from problem


def _compile(file: Path, compiler: str | None, flags: list[str], folder: Path) -> Path:
    program = compiler or ("cc" if file.suffix == ".c" else "c++")
    output = folder / "checked.o"
    command = [program, *flags, "-g", "-O0", "-c", str(file), "-o", str(output)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as problem:
        raise failure("F1125", f"cannot run {program}", notes=[str(problem)]) from problem
    if done.returncode != 0:
        raise failure(
            "F1125",
            f"{file} does not compile",
            notes=done.stderr.strip().splitlines()[:10],
            help=f"give its flags: --flags '-I…'; the command was {' '.join(command)}",
        )
    return output


def regression_values(verdict: Verdict) -> dict[str, Any]:
    """One class, for `--format json`."""
    return {
        "name": verdict.name,
        "lines_per_invocation_recorded": weighted_lines(verdict.before),
        "lines_per_invocation_now": weighted_lines(verdict.now),
        "worse": verdict.is_worse,
        "regressions": [
            {**vars(each), "culprits": [vars(culprit) for culprit in each.culprits]}
            for each in verdict.regressions
        ],
    }


def regression_lines(verdict: Verdict) -> Iterator[str]:
    """One class as text."""
    before, now = weighted_lines(verdict.before), weighted_lines(verdict.now)
    worse = "worse: " if verdict.is_worse else ""
    yield f"{verdict.name}: {worse}{now:.2f} lines per invocation, {before:.2f} when recorded"
    for each in verdict.regressions:
        yield (
            f"  more: {each.entry} ({each.times} times), object {each.object}: "
            f"{each.lines_now:.3g} lines, {each.lines_before:.3g} when recorded"
        )
        for culprit in each.culprits:
            yield f"    {culprit.member}: at {culprit.offset_now}, was at {culprit.offset_before}"
