# SPDX-License-Identifier: BSD-2-Clause
"""When to stop by the clock or by the user's wish, where a result need not be reproducible."""

from __future__ import annotations

import time
from math import inf


class Clock:
    """Runs from its making. Without a limit it never stops anything, unless interrupted."""

    def __init__(self, limit_seconds: float | None = None) -> None:
        self.limit_seconds = limit_seconds
        self.interrupted = False
        self._began = time.monotonic()

    @property
    def elapsed_seconds(self) -> float:
        """Since it was made."""
        return time.monotonic() - self._began

    @property
    def left_seconds(self) -> float:
        """Until it is over; infinite without a limit."""
        if self.interrupted:
            return 0.0
        if self.limit_seconds is None:
            return inf
        return max(0.0, self.limit_seconds - self.elapsed_seconds)

    @property
    def over(self) -> bool:
        """Whether to stop now."""
        return self.interrupted or (
            self.limit_seconds is not None and self.elapsed_seconds >= self.limit_seconds
        )

    @property
    def reproducible(self) -> bool:
        """Whether what is found depends on the problem and the seed alone."""
        return self.limit_seconds is None and not self.interrupted
