# SPDX-License-Identifier: BSD-2-Clause
"""What a kernel counts in several variants, beside the marks that its run.toml sets.

Operations are counted by the instruments of a run in QEMU, sizes are the image's; all is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flatland.bench.ladder import (
    Progress,
    loaded,
    run_records,
    run_timeout_s,
    trace_objects,
)
from flatland.builder.ladder import Step, VariantName
from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.diagnostics import FlatError
from flatland.errors import failure
from flatland.grid import grid
from flatland.guided.build import build_kernel
from flatland.report import size
from flatland.run.console import Record
from flatland.run.provenance import provenance
from flatland.run.records import belongs, cell_text
from flatland.run.session import RunOptions
from flatland.run.settings import Mark, read_run_file

variants: tuple[VariantName, ...] = ("virtual", "flat", "laid-out", "special")
_best = variants.index("flat")


@dataclass(frozen=True)
class Result:
    """Each mark with what was counted, by variant; `problems` says what could not be."""

    rows: list[tuple[Mark, list[int | None]]]
    problems: list[str]
    measured: Mapping[str, str] = field(default_factory=dict)  # compiler, flags, emulator, commit


def measure(kernel: str, options: BuildOptions, progress: Progress) -> Result:
    """Builds and runs the kernel in each variant; one that cannot be built says why in the result,
    but for the first, without which there is nothing to measure."""
    built = build_kernel(kernel, replace(options, step=Step(variants[0])))
    runs: list[list[Record]] = []
    problems: list[str] = []
    for variant in variants:
        progress(f"{variant}: building and counting")
        try:
            found = _records(kernel, replace(options, step=Step(variant)))
        except FlatError as problem:
            found = "; ".join(each.message for each in problem.diagnostics)
        runs.append([] if isinstance(found, str) else found)
        if isinstance(found, str):
            problems.append(f"{built.kernel.stem}, {variant}: {found}")
    marks = read_run_file(built.kernel.parent).marks
    if not marks:
        raise failure("F0804", f"{kernel} has no marks: its run.toml has no [[marks]]")
    facts = provenance(built, options)
    facts.pop("variant", None)
    rows = [(mark, [_value(mark, each) for each in runs]) for mark in marks]
    return Result(rows, problems, facts)


def joined(results: Sequence[Result]) -> Result:
    """What several kernels count, as one; all were built and measured alike."""
    problems = [problem for each in results for problem in each.problems]
    return Result(
        [row for each in results for row in each.rows],
        list(dict.fromkeys(problems)),
        results[0].measured,
    )


def _records(kernel: str, options: BuildOptions) -> list[Record] | str:
    """The records of a run, or why there are none."""
    built = build_kernel(kernel, options)
    found = run_records(built, RunOptions(timeout_s=run_timeout_s, verbose=options.verbose))
    if isinstance(found, str):
        return found
    return [*found, image_record(size.measure(built)[0]), *_object_records(built, options)]


def image_record(report: size.SizeReport) -> Record:
    """Bytes that an image loads: code, constants and data; of all, and without boot modules."""
    modules = [each.bytes for each in report.parts if each.name == size.boot_modules]
    all_bytes, embedded = (
        sum(sizes.get(kind, 0) for sizes in of for kind in loaded)
        for of in ([report.totals], modules)
    )
    return {"kind": "image", "loaded": all_bytes, "own": all_bytes - embedded}


def _object_records(built: BuildResult, options: BuildOptions) -> list[Record]:
    """Lines of the kernel objects that `[ladder.objects]` names, by the most frequent entry."""
    ladder = read_run_file(built.kernel.parent).ladder
    lines = trace_objects(built, ladder.objects, options) if ladder and ladder.objects else None
    if not lines:
        return []
    return [{"kind": "objects", "lines": max(lines.touched), "dirty": max(lines.dirtied)}]


def _value(mark: Mark, records: list[Record]) -> int | None:
    found = [each[mark.key] for each in records if belongs(each, mark.where)]
    return found[0] if found and isinstance(found[0], int) else None


def lines(result: Result) -> list[str]:
    """The table, and which marks `flat` does not meet."""
    cells = [
        [mark.title, *map(cell_text, values), cell_text(mark.most), mark.other or "-"]
        for mark, values in result.rows
    ]
    table = grid(["kernel instructions, or as said", *variants, "at most", "others"], cells)
    missed = list(result.problems)
    missed += [
        f"not met by flat: {mark.title}" for mark, values in result.rows if _misses(mark, values)
    ]
    return [
        *table,
        "",
        *missed,
        *([""] if missed else []),
        f"Measured: {', '.join(result.measured.values())}.",
    ]


def _misses(mark: Mark, values: list[int | None]) -> bool:
    counted = values[_best]
    return mark.most is not None and (counted is None or counted > mark.most)


def as_json(result: Result) -> dict[str, Any]:
    """The same as plain values."""
    rows = [
        {
            "title": mark.title,
            "most": mark.most,
            "other": mark.other or None,
            **dict(zip(variants, values, strict=True)),
        }
        for mark, values in result.rows
    ]
    return {"rows": rows, "measured": dict(result.measured)}
