# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of what is told while the solver works, and of stopping it."""

from __future__ import annotations

import io
import signal

import pytest

from flatland.reorder.clock import Clock
from flatland.reorder.layout import violations
from flatland.reorder.problem import Footprint, Item, Problem
from flatland.reorder.progress import ProgressReporter, interruptible
from flatland.reorder.solution import Options, Progress
from flatland.reorder.solve import solve


class Terminal(io.StringIO):
    """What is written, as if by a terminal."""

    def isatty(self) -> bool:
        return True


def problem(members: int) -> Problem:
    """Each member with each third one after it."""
    items = tuple(Item(f"m{number}", 8, 8) for number in range(members))
    footprints = tuple(
        Footprint(f"f{number}", number + 1, {item.name: ((0, 8),) for item in items[number::3]})
        for number in range(members - 3)
    )
    return Problem(items, footprints, 32)


def test_an_interrupt_gives_the_best_so_far_and_a_second_one_ends_all() -> None:
    given = problem(40)
    clock = Clock()

    def interrupt_once(_progress: Progress) -> None:
        if not clock.interrupted:
            signal.raise_signal(signal.SIGINT)

    with interruptible(clock):
        found = solve(given, Options(), interrupt_once, clock)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert not found.reproducible
    assert not violations(given, found.offsets)
    assert found.lower_bound <= found.cost <= min(found.baselines.values())
    assert clock.elapsed_seconds < 60


def test_a_limit_ends_the_search_and_is_told_in_the_result() -> None:
    given = problem(40)
    clock = Clock(0.5)
    found = solve(given, Options(), None, clock)
    assert found.proven or clock.over
    assert not found.reproducible
    assert found.lower_bound <= found.cost <= min(found.baselines.values())
    assert not violations(given, found.offsets)


def test_a_log_gets_lines_and_a_terminal_one_that_changes() -> None:
    log, terminal = io.StringIO(), Terminal()
    for stream in (log, terminal):
        reporter = ProgressReporter(stream, Clock())
        reporter(Progress("bytes", 200, 100))
        reporter(Progress("bytes", 125, 100))
        reporter.end()
    assert log.getvalue().count("\n") == 2
    assert "cost 125, lower bound 100, gap 20.0 % (bytes)" in log.getvalue()
    assert terminal.getvalue().count("\n") == 1
    assert terminal.getvalue().count("\r") == 2
