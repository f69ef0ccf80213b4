# SPDX-License-Identifier: BSD-2-Clause
"""Prints the records of a run as tables, beside the figures that they are compared with."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from flatland.grid import grid
from flatland.run.console import Record
from flatland.run.settings import Cell, Table

_columns = 100


def present(records: Sequence[Record], tables: Sequence[Table]) -> str:
    """All tables that have records, as text."""
    blocks = []
    for table in tables:
        rows = [record for record in records if belongs(record, table.where)]
        if rows:
            blocks.append("\n".join(_block(table, rows)))
    return "\n\n".join(blocks)


def belongs(record: Record, where: Mapping[str, Any]) -> bool:
    """Whether a record has all these values."""
    return all(record.get(key) == value for key, value in where.items())


def _block(table: Table, rows: Sequence[Record]) -> list[str]:
    cells = [[cell_text(row.get(column.key)) for column in table.columns] for row in rows]
    lines = [table.title, ""]
    lines += grid([column.title for column in table.columns], cells)
    if table.comparisons:
        lines += ["", "for comparison", *_comparisons(table)]
    for note in table.notes:
        lines += ["", *textwrap.wrap(note, _columns)]
    return lines


def _comparisons(table: Table) -> list[str]:
    """The figures of others, and under them where each is from and how its semantics differ."""
    given = {key for each in table.comparisons for key in each.values}
    shown = [column for column in table.columns if column.key in given]
    titles = ["kernel", *(column.title for column in shown), "date"]
    cells = [
        [each.name, *(cell_text(each.values.get(column.key)) for column in shown), each.date]
        for each in table.comparisons
    ]
    lines = grid(titles, cells)
    for each in table.comparisons:
        text = f"{each.name}: {each.source}" + (f". {each.remark}" if each.remark else "")
        lines += textwrap.wrap(text, _columns, initial_indent="  ", subsequent_indent="    ")
    return lines


def cell_text(value: Cell) -> str:
    """A value as tables show it; `-` for one that is missing."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
