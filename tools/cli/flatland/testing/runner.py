# SPDX-License-Identifier: BSD-2-Clause
"""Runs stages one after another, shows progress, and reports what failed at the end."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TextIO

from flatland.diagnostics import FlatError
from flatland.testing.results import Context, Outcome, Result, Stage, failed_with


@dataclass
class Report:
    """All results so far."""

    results: list[Result] = field(default_factory=list)

    def count(self, outcome: Outcome) -> int:
        """How many tests came to this."""
        return sum(result.count for result in self.results if result.outcome == outcome)

    @property
    def failed(self) -> list[Result]:
        """The results to worry about."""
        return [result for result in self.results if result.outcome == "failed"]

    def summary(self) -> str:
        """The last line of the output: `12 passed, 0 failed`."""
        line = f"{self.count('passed')} passed, {self.count('failed')} failed"
        skipped = self.count("skipped")
        return f"{line}, {skipped} skipped" if skipped else line

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "passed": self.count("passed"),
            "failed": self.count("failed"),
            "skipped": self.count("skipped"),
            "results": [
                {
                    "name": result.name,
                    "outcome": result.outcome,
                    "count": result.count,
                    "detail": result.detail,
                    "again": result.again,
                }
                for result in self.results
            ],
        }


def run_stages(stages: Iterable[Stage], context: Context, out: TextIO) -> Report:
    """Runs the stages; a stage that cannot run at all is one failed test."""
    report = Report()
    for stage in stages:
        out.write(f"{stage.name:10}")
        out.flush()
        begun = time.monotonic()
        here = Report()
        try:
            for result in stage.run(context):
                here.results.append(result)
        except FlatError as error:
            again = f"flat test {stage.name}"
            here.results.append(failed_with(stage.name, error.diagnostics, again))
        seconds = time.monotonic() - begun
        out.write(f"{here.summary()}  ({seconds:.1f} s)\n")
        report.results += here.results
    _show_details(report, out)
    out.write(f"{report.summary()}\n")
    return report


def _show_details(report: Report, out: TextIO) -> None:
    """What was skipped and why, and each failure with the way to run it again."""
    for result in report.results:
        if result.outcome == "skipped":
            out.write(f"skipped {result.name}: {result.detail}\n")
    for result in report.failed:
        out.write(f"\nFAILED {result.name}\n")
        if result.detail:
            out.write("".join(f"    {line}".rstrip() + "\n" for line in result.detail.splitlines()))
        if result.again:
            out.write(f"  again: {result.again}\n")
    if report.failed:
        out.write("\n")
