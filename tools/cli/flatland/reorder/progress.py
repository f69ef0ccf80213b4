# SPDX-License-Identifier: BSD-2-Clause
"""Tells on a terminal, or to a log, how far the solver has come; stops it at the user's wish."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

from flatland import invocation
from flatland.reorder.clock import Clock
from flatland.reorder.solution import Progress


class ProgressReporter:
    """Prints one line that is written again and again on a terminal, else one for each step."""

    def __init__(self, stream: TextIO, clock: Clock) -> None:
        self._stream = stream
        self._clock = clock
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Tells of a better layout, or of a higher bound."""
        gap = 100 * (progress.cost - progress.lower_bound) / max(progress.cost, 1)
        text = (
            f"{invocation.name()}: {self._clock.elapsed_seconds:.1f} s: cost {progress.cost}, "
            f"lower bound {progress.lower_bound}, gap {gap:.1f} % ({progress.stage})"
        )
        if not self._stream.isatty():
            print(text, file=self._stream, flush=True)
            return
        print("\r" + text.ljust(self._width), end="", file=self._stream, flush=True)
        self._width = len(text)

    def end(self) -> None:
        """Leaves the line on a terminal as it is."""
        if self._width:
            print(file=self._stream)
            self._width = 0


@contextmanager
def interruptible(clock: Clock) -> Iterator[None]:
    """Ctrl-C ends the clock, for what was found so far; a second one ends the program."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if clock.interrupted:
            raise KeyboardInterrupt
        clock.interrupted = True

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
