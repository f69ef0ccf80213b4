# SPDX-License-Identifier: BSD-2-Clause
"""Prints the ladder of a kernel as a table."""

from __future__ import annotations

from collections.abc import Sequence

from flatland.bench.ladder import Result, Row
from flatland.grid import grid
from flatland.run.records import cell_text


def lines(kernel: str, result: Result) -> list[str]:
    """The table, and under it what is missing and why."""
    objects = sorted({name for row in result.rows for name in row.sizes})
    columns = result.ladder.columns if result.ladder else ()
    titles = ["variant", *(column.title for column in columns)]
    titles += [f"sizeof {name.removeprefix('flat::')}" for name in objects] + ["image bytes"]
    timed = any(row.cycles for row in result.rows)
    titles += ["cycles, median", "10 %", "90 %", "/ virtual"] if timed else []
    cells = []
    for row in result.rows:
        values = [cell_text(row.record.get(column.key)) for column in columns]
        values += [cell_text(row.sizes.get(name)) for name in objects]
        values += [cell_text(row.image_bytes)]
        cells.append([_name(row), *values, *(_times(row) if timed else [])])
    head = [result.ladder.title, ""] if result.ladder else []
    return [*head, *grid(titles, cells), *_remarks(kernel, result)]


def _name(row: Row) -> str:
    return f"{row.step.variant}, retpolines" if row.step.retpolines else row.step.variant


def _times(row: Row) -> list[str]:
    if row.cycles is None:
        return ["-"] * 4
    times = row.cycles
    return [
        *(f"{each:.0f}" for each in (times.median, times.low, times.high)),
        f"{times.ratio:.2f}",
    ]


def _remarks(kernel: str, result: Result) -> list[str]:
    """What the table does not hold."""
    remarks: list[str] = []
    if result.ladder is None:
        remarks.append(f"{kernel} counts no operation: its run.toml has no [ladder]")
    elif result.ladder.cycles is None:
        remarks.append("no cycles: [ladder.cycles] in run.toml names no kernel that takes them")
    else:
        cycles = result.ladder.cycles
        remarks.append(f"cycles: {cycles.title}, by the kernel {cycles.kernel} ({cycles.target})")
    remarks += _problems(result.rows)
    if result.measured:
        remarks += ["", f"Measured with {', '.join(result.measured.values())}."]
    return ["", *remarks]


def _problems(rows: Sequence[Row]) -> list[str]:
    found = [f"{_name(row)}: {row.problem}" for row in rows if row.problem]
    found += [f"{_name(row)}, cycles: {row.cycles_problem}" for row in rows if row.cycles_problem]
    return found
