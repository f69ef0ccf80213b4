# SPDX-License-Identifier: BSD-2-Clause
"""One piece of the tests that runs in a process of its own: what it does, reads and waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flatland.testing.results import Result


@dataclass(frozen=True)
class Job:
    """An edge of the graph of tests.

    `run` is called in a process of its own, at the top of the kit or of the workspace; what it
    changes in memory is lost, what it starts is ended with it.

    `inputs` are paths from the top, files or folders, with all that the outcome depends on but the
    host's packages; a job with the same content of them, once passed, need not run again. None: it
    is never the same twice, as a test of random programs. Rather name too much than too little.
    """

    name: str  # unique in a run: `boot/hello`, `tools collapse/accepted`
    run: Callable[[], Iterable[Result]]
    inputs: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()  # names of jobs that must have passed before
    alone: bool = False  # nothing runs beside it: it uses all processors, or measures time
