# SPDX-License-Identifier: BSD-2-Clause
"""Runs jobs side by side, each forked into a process group of its own, and counts what they cost.

The parent is one loop that starts and waits, so there are no threads to fork in. A job's processor
time is that of its process and of all that it started and waited for, as `wait4` reports it: it
hardly depends on what else the machine does, so budgets can be set in it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from flatland.diagnostics import FlatError
from flatland.testing.job import Job
from flatland.testing.results import Result, failed, failed_with, skipped

_grace_s = 10  # for jobs to end what they have started


@dataclass(frozen=True)
class Done:
    """What a job came to, and the seconds that it took: of the processor, and on the clock."""

    job: Job
    results: list[Result]
    processor_s: float
    elapsed_s: float

    @property
    def has_failed(self) -> bool:
        """Whether one of its tests failed."""
        return any(each.outcome == "failed" for each in self.results)


Watch = Callable[[Sequence[str], int], None]
"""Is notified of what runs, and how many jobs have ended."""


def run_jobs(
    jobs: Sequence[Job], folder: Path, processors: int, verbose: bool, watch: Watch
) -> Iterator[Done]:
    """Runs all jobs, at most one for each processor, in their order where there is a choice.

    Works in `folder`. A job whose needs have not passed is skipped. On Ctrl-C or SIGTERM every
    job's group gets a SIGINT, then, if it does not end, a SIGKILL; KeyboardInterrupt goes on.
    """
    with tempfile.TemporaryDirectory(prefix="flat-test-") as notes, _terminable():
        run = _Run(jobs, folder, processors, verbose, Path(notes))
        try:
            while run.waiting or run.running:
                yield from run.start()
                watch([job.name for job in run.running.values()], run.ended)
                if run.running:
                    yield run.wait()
        finally:
            run.stop()


class _Run:
    """The state of one run."""

    def __init__(
        self, jobs: Sequence[Job], folder: Path, processors: int, verbose: bool, notes: Path
    ) -> None:
        self.waiting = list(jobs)
        self.running: dict[int, Job] = {}
        self.ended = 0
        self._names = {job.name for job in jobs}
        self._passed: set[str] = set()
        self._started: dict[int, float] = {}
        self._folder = folder
        self._processors = processors
        self._verbose = verbose
        self._notes = notes

    def start(self) -> Iterator[Done]:
        """Starts what can run now; yields what never will."""
        for job in list(self.waiting):
            needed = [name for name in job.needs if name in self._names - self._passed]
            open_names = {each.name for each in (*self.waiting, *self.running.values())}
            if any(name not in open_names for name in needed):
                self.waiting.remove(job)
                self.ended += 1
                yield Done(job, [skipped(job.name, f"`{needed[0]}` failed")], 0.0, 0.0)
            elif not needed and self._fits(job):
                self.waiting.remove(job)
                self.running[self._fork(job)] = job
                if job.alone:
                    return
            elif job.alone and not needed:
                return  # what comes after it must not delay it for ever

    def _fits(self, job: Job) -> bool:
        if any(each.alone for each in self.running.values()):
            return False
        return not self.running if job.alone else len(self.running) < self._processors

    def _fork(self, job: Job) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            self._be(job)
        self._started[process] = time.monotonic()
        with suppress(OSError):  # both do it, so that the group exists for whoever comes first
            os.setpgid(process, process)
        return process

    def _be(self, job: Job) -> None:
        """What the forked process does; never returns."""
        status = 1
        try:
            os.setpgid(0, 0)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            if not self._verbose:
                log = os.open(self._log(os.getpid()), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                os.dup2(log, 1)
                os.dup2(log, 2)
            os.chdir(self._folder)
            with open(self._note(os.getpid()), "wb") as file:
                pickle.dump(outcome(job), file)
            status = 0
        finally:
            os._exit(status)

    def _note(self, process: int) -> Path:
        return self._notes / f"{process}.results"

    def _log(self, process: int) -> Path:
        return self._notes / f"{process}.log"

    def wait(self) -> Done:
        """Waits for one job to end."""
        while True:
            process, status, usage = os.wait4(-1, 0)
            if process in self.running:
                break
        job = self.running.pop(process)
        self.ended += 1
        try:
            results: list[Result] = pickle.loads(self._note(process).read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            results = [failed(job.name, self._ended(process, status), f"flat test -v {job.name}")]
        elapsed = time.monotonic() - self._started[process]
        done = Done(job, results, usage.ru_utime + usage.ru_stime, elapsed)
        if not done.has_failed:
            self._passed.add(job.name)
        return done

    def _ended(self, process: int, status: int) -> str:
        code = os.waitstatus_to_exitcode(status)
        try:
            said = self._log(process).read_text(encoding="utf-8", errors="replace")
        except OSError:
            said = ""
        return f"its process ended with {code} and no result\n{said}"

    def stop(self) -> None:
        """Ends what still runs, and what that has started."""
        for process in self.running:
            _signal_group(process, signal.SIGINT)
        limit = time.monotonic() + _grace_s
        while self.running and time.monotonic() < limit:
            process, _status = os.waitpid(-1, os.WNOHANG)
            self.running.pop(process, None)
            if process == 0:
                time.sleep(0.02)
        for process in self.running:
            _signal_group(process, signal.SIGKILL)
            os.waitpid(process, 0)
        self.running.clear()


def outcome(job: Job) -> list[Result]:
    """Runs a job here; an error of any kind is a failed test."""
    results: list[Result] = []
    try:
        results.extend(job.run())
    except FlatError as error:
        results.append(failed_with(job.name, error.diagnostics, f"flat test {job.name}"))
    except Exception:  # a bug of ours in one test must not end the others
        results.append(failed(job.name, traceback.format_exc(), f"flat test {job.name}"))
    return results


def _signal_group(process: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, number)


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM interrupts as Ctrl-C does."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
