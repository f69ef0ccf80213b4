# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of running a process to one of its ends."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from flatland.run.console import Console
from flatland.run.machine import Outcome, descendants, is_alive, run_machine


def run_shell(
    script: str, until: str | None = None, timeout_s: float | None = 20
) -> tuple[Outcome, str]:
    out = io.StringIO()
    console = Console(out, re.compile(until) if until else None)
    return run_machine(["/bin/sh", "-c", script], console, timeout_s), out.getvalue()


def test_the_status_of_a_process_that_ends_is_told() -> None:
    assert run_shell("echo hi; exit 7") == (Outcome("exited", 7), "hi\n")


def test_a_process_that_was_killed_has_a_negative_status() -> None:
    assert run_shell("kill -SEGV $$")[0] == Outcome("exited", -signal.SIGSEGV)


def test_standard_error_is_part_of_the_console() -> None:
    assert run_shell("echo oops >&2")[1] == "oops\n"


def test_a_matching_line_ends_the_run_at_once() -> None:
    begun = time.monotonic()
    outcome, shown = run_shell("echo ready; sleep 60", until="^ready$")
    assert outcome.end == "matched"
    assert shown == "ready\n"
    assert time.monotonic() - begun < 10


def test_a_time_limit_ends_the_process_and_its_children() -> None:
    outcome, shown = run_shell("sleep 61 & echo $!; trap '' TERM; wait; sleep 62", timeout_s=1)
    assert outcome.end == "timed out"
    assert not is_alive(int(shown))


def test_a_process_that_closes_its_console_is_still_waited_for() -> None:
    outcome, _ = run_shell("exec >&- 2>&-; sleep 0.3; exit 5")
    assert outcome == Outcome("exited", 5)
    assert run_shell("exec >&- 2>&-; sleep 60", timeout_s=0.5)[0].end == "timed out"


def test_a_missing_program_is_an_exception() -> None:
    with pytest.raises(FileNotFoundError):
        run_machine(["/no/such/program"], Console(io.StringIO()))


@pytest.fixture
def other_run() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A run by a process of its own, and that run's child."""
    ours = (
        "import io, sys\n"
        "from flatland.run.console import Console\n"
        "from flatland.run.machine import run_machine\n"
        "run_machine(['/bin/sh', '-c', 'echo $$; sleep 60'], Console(sys.stdout))\n"
    )
    folder = Path(__file__).parents[2]
    command = [sys.executable, "-c", ours]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        child = int(process.stdout.readline())
        assert child in descendants(process.pid)
        yield process, child


def test_a_signal_to_us_ends_the_process_too(
    other_run: tuple[subprocess.Popen[str], int],
) -> None:
    process, child = other_run
    process.terminate()
    assert process.wait(10) == 128 + signal.SIGTERM
    assert not is_alive(child)


def test_when_we_are_killed_the_process_ends_too(
    other_run: tuple[subprocess.Popen[str], int],
) -> None:
    process, child = other_run
    process.kill()
    assert process.wait(10) == -signal.SIGKILL
    deadline = time.monotonic() + 10
    while is_alive(child):
        assert time.monotonic() < deadline, "the process has outlived its run"
        time.sleep(0.05)
