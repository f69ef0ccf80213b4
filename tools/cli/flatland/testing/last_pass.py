# SPDX-License-Identifier: BSD-2-Clause
"""What each job read when it last passed, and what it cost: `flat test --why` tells both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flatland.files import write_json
from flatland.testing.job import Job

_shown = 3  # changed inputs that a line names


@dataclass(frozen=True)
class Reason:
    """Why a job has to run, and the seconds of the processor that it took when it last passed."""

    text: str
    processor_s: float | None = None


class LastPasses:
    """The records of one workspace, a file for each name of a job."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(self, job: Job, digests: Mapping[str, str], processor_s: float) -> None:
        """Remembers a job that has passed."""
        short = {name: digest[:16] for name, digest in digests.items()}
        write_json(self._file(job), {"inputs": short, "processor_s": round(processor_s, 1)})

    def why(self, job: Job, digests: Mapping[str, str]) -> Reason:
        """Why a job runs that reads what has these digests."""
        try:
            known = json.loads(self._file(job).read_bytes())
            before, cost = dict(known["inputs"]), float(known["processor_s"])
        except (OSError, ValueError, KeyError, TypeError):
            return Reason("has not passed here" if digests else "is never the same twice")
        if not digests:
            return Reason("is never the same twice", cost)
        short = {name: digest[:16] for name, digest in digests.items()}
        names = before.keys() | short.keys()
        changed = sorted(name for name in names if before.get(name) != short.get(name))
        return Reason(_told(changed), cost)

    def _file(self, job: Job) -> Path:
        return self._folder / hashlib.sha256(job.name.encode()).hexdigest()


def _told(changed: Iterable[str]) -> str:
    """`a, b, c and 4 more`."""
    names = list(changed)
    if not names:
        return "the host's packages changed"
    more = len(names) - _shown
    text = ", ".join("something" if name == "." else name for name in names[:_shown])
    return f"{text} and {more} more changed" if more > 0 else f"{text} changed"
