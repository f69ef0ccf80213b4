# SPDX-License-Identifier: BSD-2-Clause
"""The ladder of a kernel: what each way of compiling it costs, counted and timed.

Everything that is counted comes from the image or from a run in QEMU with instruments, and is
exact. Cycles come from a kernel that runs as a process (`cycles` in run.toml): the images of all
steps are interleaved, so that what else the machine does meets them alike.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from typing import Any

from flatland.builder.ladder import Step, VariantName
from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.diagnostics import FlatError
from flatland.guided.build import build_kernel
from flatland.guided.recording import record_profile
from flatland.report.debug import DebugInformation
from flatland.report.size import output_sections
from flatland.run.console import Record
from flatland.run.provenance import provenance
from flatland.run.records import belongs
from flatland.run.session import RunOptions, Session
from flatland.run.settings import Cycles, Ladder, Objects, read_run_file

variants: tuple[VariantName, ...] = ("virtual", "final", "lto", "flat")
layouts: tuple[VariantName, ...] = ("alphabetical", "laid-out", "special")
steps = (
    *(Step(variant) for variant in (*variants, *layouts)),
    *(Step(variant, retpolines=True) for variant in variants),
)
run_timeout_s = 120.0
quantiles = (0.1, 0.9)
loaded = ("code", "constants", "data")

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Times:
    """Cycles of one step: how many values, their median, and where most of them lie."""

    count: int
    median: float
    low: float
    high: float
    ratio: float  # of the median to that of the first step

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        return vars(self)


@dataclass(frozen=True)
class ObjectLines:
    """What the most frequent way through the kernel does to objects, each in its role."""

    touched: tuple[int, ...]
    dirtied: tuple[int, ...]
    accesses: int
    mean: float  # lines of each entry that has to do with objects, on average

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        return vars(self)


@dataclass
class Row:
    """One step of the ladder; `problem` says why it could not be built or run."""

    step: Step
    problem: str = ""
    record: Record = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)  # of kernel objects, in bytes
    image_bytes: int | None = None
    lines: ObjectLines | None = None
    cycles: dict[str, Times] = field(default_factory=dict)  # by the name of how they are taken
    cycles_problem: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row as plain values."""
        return {
            "variant": self.step.variant,
            "retpolines": self.step.retpolines,
            "problem": self.problem or None,
            "operation": self.record or None,
            "object_bytes": self.sizes,
            "image_bytes": self.image_bytes,
            "object_lines": self.lines.as_json() if self.lines else None,
            "cycles": {name: times.as_json() for name, times in self.cycles.items()} or None,
            "cycles_problem": self.cycles_problem or None,
        }


@dataclass(frozen=True)
class Result:
    """The ladder of one kernel."""

    ladder: Ladder | None  # None: the kernel counts no operation
    rows: list[Row]
    measured: Mapping[str, str] = field(default_factory=dict)  # compiler, flags, emulator, commit


def climb(name: str, options: BuildOptions, rounds: int, progress: Progress) -> Result:
    """Builds, runs and measures every step; a failure is reported in its row."""
    rows = [Row(step) for step in steps]
    ladder: Ladder | None = None
    facts: dict[str, str] = {}
    for row in rows:
        progress(f"{row.step.name}: building")
        try:
            built = build_kernel(name, replace(options, step=row.step))
        except FlatError as problem:
            row.problem = _words(problem)
            continue
        _look_into(row, built)
        ladder = read_run_file(built.kernel.parent).ladder
        facts = facts or provenance(built, options)
        if ladder and built.run.kind == "qemu":
            progress(f"{row.step.name}: counting")
            _count(row, built, ladder, options.verbose)
            if ladder.objects:
                _trace(row, built, ladder.objects, options)
    if ladder and ladder.cycles:
        _take_cycles(rows, ladder.cycles, options, rounds, progress)
    if all(row.problem for row in rows):
        raise FlatError(build_failure(name, options).diagnostics)
    facts.pop("variant", None)
    return Result(ladder, rows, facts)


def build_failure(name: str, options: BuildOptions) -> FlatError:
    """The failure of the first step, in full: nothing can be measured."""
    try:
        build_kernel(name, replace(options, step=steps[0]))
    except FlatError as problem:
        return problem
    raise AssertionError("the first step builds now, but did not before")


def _words(problem: FlatError) -> str:
    return "; ".join(each.message for each in problem.diagnostics)


def _look_into(row: Row, built: BuildResult) -> None:
    """The sizes of the kernel objects and of what the image loads."""
    wanted = built.object_classes
    if wanted:
        classes = DebugInformation(built.image).classes
        row.sizes = {name: classes[name].size_bytes for name in wanted if name in classes}
    sections = output_sections(built.image).values()
    row.image_bytes = sum(size for kind, size in sections if kind in loaded)


def _count(row: Row, built: BuildResult, ladder: Ladder, verbose: bool) -> None:
    """Runs the kernel with its instruments and takes the record of the operation."""
    found = run_records(built, RunOptions(timeout_s=run_timeout_s, verbose=verbose))
    if isinstance(found, str):
        row.problem = found
        return
    records = [each for each in found if belongs(each, ladder.where)]
    if records:
        row.record = records[0]
    else:
        row.problem = "the run printed no record of the operation"


def _trace(row: Row, built: BuildResult, objects: Objects, options: BuildOptions) -> None:
    try:
        row.lines = trace_objects(built, objects, options)
    except FlatError as problem:
        row.problem = row.problem or _words(problem)


def trace_objects(
    built: BuildResult, objects: Objects, options: BuildOptions
) -> ObjectLines | None:
    """Runs the kernel once more and takes the lines of its objects from the profile; None: it does
    nothing to them."""
    profile = record_profile(built, options, run_timeout_s, is_quiet=True)
    for each in profile["classes"]:
        if each["name"] == objects.class_name and each["sequences"]:
            return _object_lines(each)
    return None


def _object_lines(values: dict[str, Any]) -> ObjectLines:
    first = values["sequences"][0]
    times = sum(each["times"] for each in values["sequences"])
    lines = sum(
        each["times"] * one["lines"] for each in values["sequences"] for one in each["objects"]
    )
    return ObjectLines(
        tuple(each["lines"] for each in first["objects"]),
        tuple(each["dirty_lines"] for each in first["objects"]),
        len(first["accesses"]),
        lines / times,
    )


def run_records(built: BuildResult, options: RunOptions) -> list[Record] | str:
    """The records of a run, or why there are none."""
    console = StringIO()
    report = Session(built, options, console).run()
    if report.end == "timed out":
        return f"it does not end within {run_timeout_s:g} s"
    return report.problem or report.records


def _take_cycles(
    rows: Sequence[Row],
    ways: Sequence[Cycles],
    options: BuildOptions,
    rounds: int,
    progress: Progress,
) -> None:
    """Builds the kernels that time themselves in every step, and interleaves their runs."""
    values: dict[tuple[int, str], list[float]] = defaultdict(list)
    for kernel, target in dict.fromkeys((way.kernel, way.target) for way in ways):
        images: list[tuple[int, BuildResult]] = []
        for index, row in enumerate(rows):
            progress(f"{row.step.name}: building {kernel}")
            own = replace(options, step=row.step, target=target)
            try:
                images.append((index, build_kernel(kernel, own)))
            except FlatError as problem:
                row.cycles_problem = _words(problem)
        for index in range(rounds):
            for index, built in images:
                row = rows[index]
                progress(f"cycles: round {index + 1} of {rounds}, {row.step.name}")
                found = run_records(built, RunOptions(timeout_s=run_timeout_s))
                if isinstance(found, str):
                    row.cycles_problem = found
                    continue
                for way in ways:
                    if (way.kernel, way.target) == (kernel, target):
                        values[index, way.name] += _values(found, way)
    for way in ways:
        measured = [(row, values[index, way.name]) for index, row in enumerate(rows)]
        measured = [(row, found) for row, found in measured if found]
        base = statistics.median(measured[0][1]) if measured else 0.0
        for row, numbers in measured:
            row.cycles[way.name] = _times(numbers, base)


def _values(records: Sequence[Record], way: Cycles) -> list[float]:
    return [float(each[way.key]) for each in records if belongs(each, way.where)]


def _times(values: Iterable[float], base: float) -> Times:
    ordered = sorted(values)
    low, high = (ordered[round(part * (len(ordered) - 1))] for part in quantiles)
    median = statistics.median(ordered)
    return Times(len(ordered), median, low, high, median / base)
