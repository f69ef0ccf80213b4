# SPDX-License-Identifier: BSD-2-Clause
"""Prints the ladder of a kernel as a table."""

from __future__ import annotations

from collections.abc import Sequence

from flatland.bench.ladder import Result, Row
from flatland.grid import grid
from flatland.run.records import cell_text


def lines(kernel: str, result: Result) -> list[str]:
    """What was counted, what was timed, and what is missing and why."""
    head = [result.ladder.title, ""] if result.ladder else []
    return [*head, *_counts(result), *_cycles(result), *_remarks(kernel, result)]


def _counts(result: Result) -> list[str]:
    objects = sorted({name for row in result.rows for name in row.sizes})
    columns = result.ladder.columns if result.ladder else ()
    titles = ["variant", *(column.title for column in columns)]
    counts_lines = any(row.lines for row in result.rows)
    titles += _line_titles(result) if counts_lines else []
    titles += [f"sizeof {name.removeprefix('flat::')}" for name in objects] + ["image bytes"]
    cells = []
    for row in result.rows:
        values = [cell_text(row.record.get(column.key)) for column in columns]
        values += _lines(row) if counts_lines else []
        values += [cell_text(row.sizes.get(name)) for name in objects]
        cells.append([_name(row), *values, cell_text(row.image_bytes)])
    return grid(titles, cells)


def _cycles(result: Result) -> list[str]:
    """A table of its own: cycles are no counts."""
    ways = [way.name for way in (result.ladder.cycles if result.ladder else ())]
    ways = [way for way in ways if any(way in row.cycles for row in result.rows)]
    if not ways:
        return []
    titles = ["variant"]
    for way in ways:
        titles += [f"cycles, {way}: median", "10 %", "90 %", "/ virtual"]
    cells = [
        [_name(row), *(cell for way in ways for cell in _times(row, way))] for row in result.rows
    ]
    return ["", *grid(titles, cells)]


def _name(row: Row) -> str:
    return f"{row.step.variant}, retpolines" if row.step.retpolines else row.step.variant


def _line_titles(result: Result) -> list[str]:
    objects = result.ladder.objects if result.ladder else None
    name = objects.title if objects else ""
    return [f"{name} lines of an entry", "of them dirty", f"{name} accesses", "mean lines"]


def _lines(row: Row) -> list[str]:
    if row.lines is None:
        return ["-"] * 4
    return [
        " + ".join(map(str, row.lines.touched)),
        " + ".join(map(str, row.lines.dirtied)),
        str(row.lines.accesses),
        f"{row.lines.mean:.2f}",
    ]


def _times(row: Row, way: str) -> list[str]:
    if way not in row.cycles:
        return ["-"] * 4
    times = row.cycles[way]
    return [
        *(f"{each:.0f}" for each in (times.median, times.low, times.high)),
        f"{times.ratio:.2f}",
    ]


def _remarks(kernel: str, result: Result) -> list[str]:
    """What the table does not hold."""
    remarks: list[str] = []
    if result.ladder is None:
        remarks.append(f"{kernel} counts no operation: its run.toml has no [ladder]")
    elif not result.ladder.cycles:
        remarks.append("no cycles: [[ladder.cycles]] in run.toml names no kernel that takes them")
    else:
        remarks += [
            f"cycles {way.name}: {way.title}, by the kernel {way.kernel} ({way.target})"
            for way in result.ladder.cycles
        ]
    remarks += _problems(result.rows)
    if result.measured:
        remarks += ["", f"Measured with {', '.join(result.measured.values())}."]
    return ["", *remarks]


def _problems(rows: Sequence[Row]) -> list[str]:
    found = [f"{_name(row)}: {row.problem}" for row in rows if row.problem]
    found += [f"{_name(row)}, cycles: {row.cycles_problem}" for row in rows if row.cycles_problem]
    return found
