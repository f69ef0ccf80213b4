# SPDX-License-Identifier: BSD-2-Clause
# Reads: core dimensions/arch tools/memtrace tools/cli
# One run in 3, unless changed: tools/memtrace
"""The plugin's figures are those counted by hand in counts/*.S, however QEMU cuts blocks."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest
from guests import (
    Configuration,
    Run,
    cases,
    configurations,
    counters,
    expectations,
    here,
    passed,
    property_of,
    run_guest,
    spare,
)

Build = Callable[[Path], Path]


def check_report(run: Run, states: str | None) -> None:
    """Every mark is in the report, in the order of the guest's, and as its record has it."""
    marks = run.report["marks"]
    found = [mark["record"] for mark in marks]
    assert found == (states.split() if states else ["filled"] * len(marks))
    for mark in marks:
        if mark["record"] == "filled":
            is_valid, counts = run.record(int(mark["offset"], 16))
            assert is_valid
            assert counts == {name: mark[name] for name in counters}


def tried() -> list[tuple[Path, Configuration]]:
    """Each case as the kit counts and in another way, in turns; in exhaustive runs in all."""
    if "FLAT_EXHAUSTIVE" in os.environ:
        return list(product(cases, configurations))
    usual = next(each for each in configurations if each.name == "icount")
    others = cycle(each for each in configurations if each != usual)
    return [(case, each) for case in cases for each in (usual, next(others))]


@pytest.mark.parametrize(
    ("case", "configuration"),
    tried(),
    ids=lambda each: each.stem if isinstance(each, Path) else each.name,
)
def test_counts_between_marks_are_those_counted_by_hand(
    case: Path, configuration: Configuration, guest: Build, plugin: Path, tmp_path: Path
) -> None:
    processors = property_of(case, "processors")
    arguments = (*configuration.arguments, *(("-smp", processors) if processors else ()))
    run = run_guest(guest(case), tmp_path, plugin, arguments)
    assert run.status == passed, run.errors
    for (first, second), expected in expectations(case, configuration.tags).items():
        assert run.difference(first, second) == expected, f"between marks {first} and {second}"
    check_report(run, property_of(case, "states"))


def test_whole_runs_are_identical_when_time_is_counted_in_instructions(
    guest: Build, plugin: Path, tmp_path: Path
) -> None:
    arguments = ("-icount", "shift=0,sleep=off", "-rtc", "base=2000-01-01,clock=vm")
    image = guest(next(case for case in cases if case.stem == "halt"))
    reports = [run_guest(image, tmp_path, plugin, arguments).report for _ in range(3)]
    assert reports[0]["processors"][0]["user_instructions"] > 1_000_000  # the firmware's
    assert reports[1] == reports[0]
    assert reports[2] == reports[0]


@pytest.mark.parametrize("configuration", configurations, ids=lambda each: each.name)
def test_interrupts_cost_what_their_handlers_execute(
    configuration: Configuration, guest: Build, plugin: Path, tmp_path: Path
) -> None:
    image = guest(here / "guest" / "interrupts.S")
    run = run_guest(image, tmp_path, plugin, configuration.arguments)
    assert run.status == passed
    assert len(run.report["marks"]) == 6
    loop, string, user = (run.difference(2 * phase, 2 * phase + 1) for phase in range(3))
    ticks = [run.word(spare + 8 * phase) for phase in range(3)]
    assert sum(ticks) > 10
    assert loop["kernel_reads"] // 10 <= ticks[0]
    ticks[0] = loop["kernel_reads"] // 10  # some came before the first mark
    string_end = 0 if "single-step" in configuration.tags else 1
    assert loop["kernel_instructions"] == 2_000_002 + 3 * ticks[0]
    assert string["kernel_instructions"] == 1_000_003 + string_end + 3 * ticks[1]
    assert user["kernel_instructions"] == 3 * ticks[2]
    assert user["user_instructions"] == 1_200_004
    for own_writes, counted, count in zip(
        (0, 1_000_000, 0), (loop, string, user), ticks, strict=True
    ):
        assert counted["kernel_reads"] == 10 * count
        assert counted["kernel_writes"] == 2 * count + own_writes
    assert (loop["kernel_lines"], user["kernel_lines"]) == (3 * bool(ticks[0]), 3 * bool(ticks[2]))
    assert run.report["marks"][5]["kernel_stretch"] == 3 * bool(ticks[2])
    assert (user["user_reads"], user["user_writes"], user["user_lines"]) == (300_000, 300_000, 1)
