# SPDX-License-Identifier: BSD-2-Clause
"""Runs the jobs of stages, shows progress, and reports by stage and at the end what failed."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TextIO

from flatland import paths
from flatland.diagnostics import FlatError
from flatland.testing import budgets
from flatland.testing.costs import Costs
from flatland.testing.job import Job
from flatland.testing.last_pass import LastPasses
from flatland.testing.passed_before import PassedBefore
from flatland.testing.results import Context, Outcome, Result, failed_with
from flatland.testing.scheduler import Done, run_jobs
from flatland.testing.stages import Stage


@dataclass
class Report:
    """Results, and what they cost."""

    results: list[Result] = field(default_factory=list)
    remembered: int = 0  # tests that were not run, as they had passed with the same inputs
    processor_s: float = 0.0

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
            "remembered": self.remembered,
            "processor_s": round(self.processor_s, 1),
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


def run_stages(
    stages: Sequence[Stage], context: Context, out: TextIO, remember: bool = False
) -> Report:
    """Runs the jobs of all stages side by side; a stage that cannot begin is one failed test.

    With `remember`, jobs that have passed with the same inputs are not run again, and what passes
    is noted. Stages of which all ran are held against their budgets.
    """
    begin = time.monotonic()
    run = _Run(stages, context, out, remember)
    run.plan()
    run.execute()
    whole = Report()
    for report in run.reports.values():
        whole.results += report.results
        whole.remembered += report.remembered
        whole.processor_s += report.processor_s
    _show_list(whole, out)
    if len(stages) > 1:
        elapsed = time.monotonic() - begin
        out.write(f"time      {_clock(elapsed)}, {_clock(whole.processor_s)} of the processor\n")
    out.write(f"{whole.summary()}\n")
    return whole


def explain_stages(stages: Sequence[Stage], context: Context, out: TextIO) -> None:
    """Runs nothing: tells which jobs would run, why, and what they took when they last passed."""
    run = _Run(stages, context, out, remember=True)
    run.plan()
    run.explain()


def _clock(seconds: float) -> str:
    """`7 min 4 s`; `4 s`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class _Run:
    """One run: which job belongs to which stage, and what has come of them."""

    def __init__(
        self, stages: Sequence[Stage], context: Context, out: TextIO, remember: bool
    ) -> None:
        self.reports = {stage.name: Report() for stage in stages}
        self._stages = stages
        self._context = context
        self._out = out
        workspace = context.workspace
        roots = tuple(dict.fromkeys((workspace.folder, paths.kit)))
        folder = workspace.build / "tests" / "passed"
        self._before = PassedBefore(folder, roots) if remember else None
        self._last = LastPasses(folder.with_name("last"))
        self._budgets = budgets.read_budgets(workspace.folder / "tests" / "budgets.toml")
        self._jobs: list[Job] = []
        self._stage_of: dict[str, str] = {}
        self._open = {stage.name: 0 for stage in stages}
        self._progress = _Progress(out)
        self._costs = Costs()

    def plan(self) -> None:
        """Asks all stages for their jobs, and leaves out what has passed before."""
        for stage in self._stages:
            try:
                jobs = list(stage.jobs(self._context))
            except FlatError as error:
                again = f"flat test {stage.name}"
                problem = failed_with(stage.name, error.diagnostics, again)
                self.reports[stage.name].results.append(problem)
                _show_failures([problem], self._out)
                jobs = []
            for job in jobs:
                self._stage_of[job.name] = stage.name
                known = self._before.find(job) if self._before else None
                if known is None:
                    self._jobs.append(job)
                    self._open[stage.name] += 1
                else:
                    report = self.reports[stage.name]
                    report.results += known
                    report.remembered += sum(each.count for each in known)
            if not self._open[stage.name]:
                self._end_of(stage.name)

    def explain(self) -> None:
        """Writes a line for each job that would run, and the sum of each stage."""
        assert self._before
        sums = dict.fromkeys(self.reports, 0.0)
        for job in self._jobs:
            reason = self._last.why(job, self._before.digests(job))
            cost = "?" if reason.processor_s is None else f"{reason.processor_s:.1f}"
            sums[self._stage_of[job.name]] += reason.processor_s or 0.0
            self._out.write(f"{cost:>6} s  {job.name}: {reason.text}\n")
        known = ", ".join(f"{stage} {seconds:.0f}" for stage, seconds in sums.items() if seconds)
        self._out.write(f"{len(self._jobs)} would run; when they last passed they took")
        self._out.write(f" {sum(sums.values()):.0f} s of the processor: {known or 'unknown'}\n")

    def execute(self) -> None:
        """Runs the jobs; writes the line of a stage when its last job has ended."""
        total = len(self._jobs)
        folder = self._context.workspace.folder
        processors = os.cpu_count() or 1
        done: Iterable[Done] = run_jobs(
            self._jobs,
            folder,
            processors,
            self._context.verbose,
            lambda running, ended: self._progress.show(running, ended, total),
        )
        for each in done:
            self._add(each)
        self._progress.clear()
        self._costs.write(folder / "build" / "log" / "tests.tsv")

    def _add(self, done: Done) -> None:
        if self._before:
            self._before.add(done.job, done.results)
            if not done.has_failed:
                self._last.note(done.job, self._before.digests(done.job), done.processor_s)
        stage = self._stage_of[done.job.name]
        report = self.reports[stage]
        self._costs.add(stage, done)
        report.results += done.results
        report.processor_s += done.processor_s
        self._open[stage] -= 1
        self._progress.clear()
        _show_failures(done.results, self._out)
        if not self._open[stage]:
            self._end_of(stage)

    def _end_of(self, stage: str) -> None:
        report = self.reports[stage]
        cost = f"{report.processor_s:.1f} s of the processor"
        if not self._context.selection.names and not self._context.exhaustive:
            budget = self._budgets.get(stage)
            cost += f", budget {budget:g} s" if budget is not None else ""
            if not report.remembered:
                dearest = self._costs.dearest(stage)
                over = budgets.judge(stage, report.processor_s, self._budgets, dearest)
                report.results += over
                _show_failures(over, self._out)
        if report.remembered:
            cost += f"; {report.remembered} passed before with the same inputs"
        self._out.write(f"{stage:10}{report.summary()}  ({cost})\n")
        self._out.flush()


class _Progress:
    """A line on the terminal that is written over; nothing at all where there is no terminal."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shown = False

    def show(self, running: Sequence[str], ended: int, total: int) -> None:
        """Tells what runs now."""
        if self._out.isatty() and running:
            text = f"[{ended}/{total}] {', '.join(running)}"
            columns = shutil.get_terminal_size().columns
            self._out.write(f"\r\033[K{text[: columns - 1]}")
            self._out.flush()
            self._shown = True

    def clear(self) -> None:
        """Clears the line."""
        if self._shown:
            self._out.write("\r\033[K")
            self._out.flush()
            self._shown = False


def _show_failures(results: Iterable[Result], out: TextIO) -> None:
    """Each failure, what it printed and how to run it again: at once, as a run may be ended."""
    for result in results:
        if result.outcome == "failed":
            out.write(f"\nFAILED {result.name}\n")
            out.write("".join(f"    {line}".rstrip() + "\n" for line in result.detail.splitlines()))
            out.write(f"  again: {result.again}\n\n" if result.again else "\n")
            out.flush()


def _show_list(report: Report, out: TextIO) -> None:
    """What was skipped and why, and what failed by name: its details were shown as it happened."""
    for result in report.results:
        if result.outcome == "skipped":
            out.write(f"skipped {result.name}: {result.detail}\n")
    for result in report.failed:
        out.write(f"FAILED {result.name}\n")
