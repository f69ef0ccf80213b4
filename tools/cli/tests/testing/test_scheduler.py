# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""Jobs run side by side in their order, wait for what they need, and leave nothing running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from flatland import paths
from flatland.errors import failure
from flatland.testing.job import Job
from flatland.testing.results import Result, failed, passed
from flatland.testing.scheduler import Done, run_jobs


def run(
    jobs: Sequence[Job], folder: Path, processors: int = 2, watch: Callable[..., None] | None = None
) -> dict[str, Done]:
    done = run_jobs(jobs, folder, processors, False, watch or (lambda running, ended: None))
    return {each.job.name: each for each in done}


def meet(mine: Path, other: Path) -> list[Result]:
    """Passes if another job is there at the same time."""
    mine.touch()
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        if other.exists():
            return [passed("met")]
        time.sleep(0.01)
    return [failed("met", "nobody came", "")]


def test_jobs_run_at_the_same_time(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    done = run([Job("1", lambda: meet(one, two)), Job("2", lambda: meet(two, one))], tmp_path)
    assert not any(each.has_failed for each in done.values())


def test_no_more_jobs_run_than_there_are_processors_and_an_alone_one_runs_alone(
    tmp_path: Path,
) -> None:
    seen: list[list[str]] = []
    jobs = [Job(str(i), lambda: [passed("x")], alone=i == 3) for i in range(6)]
    run(jobs, tmp_path, 2, lambda running, ended: seen.append(list(running)))
    assert max(map(len, seen)) <= 2
    assert ["3"] in seen
    assert all(running == ["3"] for running in seen if "3" in running)


def test_a_job_begins_after_those_that_it_needs(tmp_path: Path) -> None:
    built = tmp_path / "built"

    def build() -> list[Result]:
        time.sleep(0.05)
        built.touch()
        return []

    use = Job(
        "use",
        lambda: [passed("use") if built.exists() else failed("use", "", "")],
        None,
        ("build",),
    )
    assert not run([use, Job("build", build)], tmp_path)["use"].has_failed


def test_a_job_is_skipped_with_the_reason_if_what_it_needs_fails(tmp_path: Path) -> None:
    first = Job("first", lambda: [failed("first", "why", "")])
    done = run(
        [
            first,
            Job("second", lambda: [passed("x")], None, ("first",)),
            Job("third", lambda: [passed("x")], None, ("second",)),
        ],
        tmp_path,
    )
    assert [each.outcome for each in done["second"].results] == ["skipped"]
    assert "`first` failed" in done["second"].results[0].detail
    assert [each.outcome for each in done["third"].results] == ["skipped"]


def test_an_error_of_any_kind_is_a_failed_test(tmp_path: Path) -> None:
    def user() -> Iterator[Result]:
        yield passed("before")
        raise failure("F0710", "no compiler")

    def ours() -> list[Result]:
        raise ZeroDivisionError

    def dies() -> list[Result]:
        os.write(1, b"last word")
        os.kill(os.getpid(), signal.SIGKILL)
        return []

    done = run([Job("user", user), Job("ours", ours), Job("dies", dies)], tmp_path)
    assert [each.outcome for each in done["user"].results] == ["passed", "failed"]
    assert "no compiler" in done["user"].results[1].detail
    assert "ZeroDivisionError" in done["ours"].results[0].detail
    assert "last word" in done["dies"].results[0].detail


def test_the_time_of_programs_that_a_job_runs_counts(tmp_path: Path) -> None:
    def work() -> list[Result]:
        subprocess.run([sys.executable, "-c", "sum(range(5_000_000))"], check=True)
        return [passed("x")]

    def rest() -> list[Result]:
        subprocess.run(["sleep", "0.2"], check=True)
        return [passed("x")]

    done = run([Job("work", work), Job("rest", rest)], tmp_path)
    assert done["work"].processor_s > 5 * done["rest"].processor_s


_interrupted = """
import subprocess, sys
from pathlib import Path
from flatland.testing.job import Job
from flatland.testing.scheduler import run_jobs
def sleep():
    child = subprocess.Popen(["sleep", "600"])
    Path(sys.argv[1]).write_text(str(child.pid))
    child.wait()
    return []
list(run_jobs([Job("sleep", sleep)], Path("."), 1, False, lambda running, ended: None))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    note = tmp_path / "child"
    command = [sys.executable, "-c", _interrupted, str(note)]
    run = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(paths.kit / "tools/cli")},
        stderr=subprocess.DEVNULL,
    )
    while not (note.is_file() and note.read_text()):
        time.sleep(0.01)
    run.send_signal(number)
    assert run.wait() != 0
    child = int(note.read_text())
    while Path(f"/proc/{child}/stat").exists():
        assert Path(f"/proc/{child}/stat").read_text().split()[2] in "ZX", "it still runs"
