# SPDX-License-Identifier: BSD-2-Clause
"""What each protection against speculation costs the operation that a kernel counts.

The kernel's run.toml says which there are: retpolines, or an assembly beside it that has one. Each
is built and run in QEMU, and counted exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flatland.bench.ladder import loaded, run_records, run_timeout_s
from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.errors import failure, shown
from flatland.grid import grid
from flatland.guided.build import build_kernel
from flatland.report.size import output_sections
from flatland.run.console import Record
from flatland.run.provenance import provenance, sentence, what_is_on
from flatland.run.records import belongs, cell_text
from flatland.run.session import RunOptions
from flatland.run.settings import Column, Ladder, Protection, read_run_file

# What flushes and other page tables are: writes of control registers and MSRs.
_control_writes = Column("control_writes", "control writes")


@dataclass(frozen=True)
class Price:
    """What was counted with a protection on, or with none; `problem` says why nothing was."""

    title: str
    kernel: str
    retpolines: bool
    record: Record
    image_bytes: int
    problem: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "title": self.title,
            "kernel": self.kernel,
            "retpolines": self.retpolines,
            "operation": self.record or None,
            "image_bytes": self.image_bytes,
            "problem": self.problem or None,
        }


@dataclass(frozen=True)
class Prices:
    """What all protections of a kernel cost."""

    ladder: Ladder
    rows: list[Price]
    measured: str

    def as_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {"rows": [each.as_json() for each in self.rows], "measured": self.measured}


def measure(kernel: str, options: BuildOptions, progress: Callable[[str], None]) -> Prices:
    """Builds and runs the kernel as it is, and with each protection of its run.toml."""
    built = build_kernel(kernel, options)
    settings = read_run_file(built.kernel.parent)
    if not settings.protections or not settings.ladder:
        raise failure(
            "F0804",
            f"{kernel} says of no protection what it costs: its run.toml needs [[protections]]"
            " and [ladder]",
        )
    ladder = settings.ladder
    own = what_is_on(built.components, options.step)
    rows = [_price(own, kernel, built, options, ladder)]
    for each in settings.protections:
        progress(f"{each.title}: building and counting")
        rows.append(_with(each, kernel, built.kernel.parent, options, ladder))
    facts = {**provenance(built, options), "protections": "against speculation: as above"}
    return Prices(ladder, rows, sentence(facts))


def _with(
    protection: Protection, kernel: str, folder: Path, options: BuildOptions, ladder: Ladder
) -> Price:
    name = shown(folder / protection.kernel) if protection.kernel else kernel
    step = replace(options.step, retpolines=protection.retpolines)
    chosen = replace(options, step=step)
    own = str(folder / protection.kernel) if protection.kernel else kernel
    return _price(protection.title, name, build_kernel(own, chosen), chosen, ladder)


def _price(
    title: str, name: str, built: BuildResult, options: BuildOptions, ladder: Ladder
) -> Price:
    records = run_records(built, RunOptions(timeout_s=run_timeout_s, verbose=options.verbose))
    found = [] if isinstance(records, str) else [r for r in records if belongs(r, ladder.where)]
    problem = records if isinstance(records, str) else "" if found else "it counts nothing"
    sections = output_sections(built.image).values()
    return Price(
        title,
        name,
        options.step.retpolines,
        found[0] if found else {},
        sum(size for kind, size in sections if kind in loaded),
        problem,
    )


def table(prices: Prices) -> Iterator[str]:
    """The report as lines of text."""
    columns = (*prices.ladder.columns, _control_writes)
    titles = ["on", "kernel", *(each.title for each in columns), "bytes in memory"]
    yield from (prices.ladder.title, "")
    yield from grid(titles, [_cells(columns, each) for each in prices.rows])
    problems = [f"{each.title}: {each.problem}" for each in prices.rows if each.problem]
    yield from ("", *problems, *([""] if problems else []), prices.measured)


def _cells(columns: Sequence[Column], price: Price) -> list[str]:
    flags = " --retpolines" if price.retpolines else ""
    counted = [cell_text(price.record.get(each.key)) for each in columns]
    return [price.title, price.kernel + flags, *counted, str(price.image_bytes)]
