# SPDX-License-Identifier: BSD-2-Clause
"""One run of an image: the process, its console, its end."""

from __future__ import annotations

import contextlib
import ctypes
import os
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Literal, NoReturn, Protocol

from flatland.run.console import Console

End = Literal["exited", "matched", "timed out"]
_grace_s = 2.0
_parent_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)


@dataclass(frozen=True)
class Outcome:
    """How a run ended; `status` is that of the process when it exited by itself."""

    end: End
    status: int = 0


class Observer(Protocol):
    """Looks at a process that runs a kernel."""

    passed: tuple[int, ...]  # descriptors for the process
    environment: dict[str, str]  # for it, beside ours
    holder: socket.socket  # can be read when the process waits at its end for being looked at

    def start(self, pid: int) -> None:
        """The process has begun."""

    def release(self) -> None:
        """Looks at a process that waits, and lets it end."""

    def end(self) -> None:
        """Looks at the process for the last time; it may have ended."""


def run_machine(
    command: Sequence[str],
    console: Console,
    timeout_s: float | None = None,
    on_start: Callable[[], None] | None = None,
    observer: Observer | None = None,
) -> Outcome:
    """Runs a command to its end, to a line that the console waits for, or to the time limit.

    Whatever the end is, the process and its children are gone on return, also when an exception
    or a signal ends the run; the process also when this one is killed. Raises FileNotFoundError
    when there is no such program.

    An observer is shown the process before that: whenever SIGUSR1 asks for it, and at the end.
    """
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=_observed if observer else _end_with_parent,
        pass_fds=observer.passed if observer else (),
        env={**os.environ, **observer.environment} if observer else None,
    )
    with ended_by_signals():
        try:
            if on_start:
                on_start()
            if observer:
                observer.start(process.pid)
            deadline = None if timeout_s is None else time.monotonic() + timeout_s
            return _follow(process, console, deadline, observer)
        finally:
            if observer:
                observer.end()
            end_tree(process)


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_parent_death_signal, signal.SIGKILL)


def _observed() -> None:
    """Ctrl-C at the terminal is for us, who look at the process before we end it."""
    _end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within it, SIGTERM and SIGHUP raise, so that what was started is ended."""
    previous = {
        number: signal.signal(number, _exit_on_signal) for number in (signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _exit_on_signal(number: int, frame: FrameType | None) -> NoReturn:
    """Turns a signal into an exception, so that the run is cleaned up."""
    raise SystemExit(128 + number)


def _follow(
    process: subprocess.Popen[bytes],
    console: Console,
    deadline: float | None,
    observer: Observer | None,
) -> Outcome:
    """Feeds the console until one of the ends."""
    assert process.stdout
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        if observer:
            selector.register(observer.holder, selectors.EVENT_READ)
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return Outcome("timed out")
            ready = [key.fileobj for key, _ in selector.select(left)]
            if observer and observer.holder in ready:
                selector.unregister(observer.holder)
                observer.release()
            if process.stdout not in ready:
                continue
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                break
            console.feed(data)
            if console.matched:
                return Outcome("matched")
    console.finish()
    if console.matched:
        return Outcome("matched")
    try:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        return Outcome("exited", process.wait(left))
    except subprocess.TimeoutExpired:
        return Outcome("timed out")


def end_tree(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that we started and all that descend from it."""
    family = descendants(process.pid)
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_grace_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for pid in family:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + _grace_s
    while any(map(is_alive, family)) and time.monotonic() < deadline:
        time.sleep(0.005)
    if process.stdout:
        process.stdout.close()


def is_alive(pid: int) -> bool:
    """Whether a process exists and is no zombie (proc(5): the state is field 3 of stat)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def descendants(ancestor: int) -> list[int]:
    """The processes that descend from one, by /proc (proc(5): the parent is field 4 of stat)."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text()
        except OSError:
            continue
        parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    family = [ancestor]
    for member in family:
        family += [pid for pid, parent in parents.items() if parent == member]
    return family[1:]
