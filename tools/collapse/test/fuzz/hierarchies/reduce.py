# SPDX-License-Identifier: BSD-2-Clause
"""Makes a failing program smaller by dropping its parts (delta debugging on the model)."""

from __future__ import annotations

import time
from pathlib import Path

from .judge import BadGenerator, Judge, Tools, Verdict

LIMIT_SECONDS = 90


def reduce(tools: Tools, folder: Path, verdict: Verdict) -> frozenset[int]:
    """The items that can go while the same thing goes wrong (Zeller & Hildebrandt 2002, ddmin)."""
    dropped: frozenset[int] = frozenset()
    end = time.monotonic() + LIMIT_SECONDS
    size = verdict.program.items // 2
    while size >= 1 and time.monotonic() < end:
        progress = False
        left = [item for item in range(1, verdict.program.items + 1) if item not in dropped]
        for first in range(0, len(left), size):
            if time.monotonic() > end:
                break
            trial = dropped | set(left[first : first + size])
            if _still_wrong(tools, folder, verdict, trial):
                dropped, progress = trial, True
        if not progress or size > 1:
            size //= 2
    return dropped


def _still_wrong(tools: Tools, folder: Path, verdict: Verdict, dropped: frozenset[int]) -> bool:
    try:
        judged = Judge(tools, folder, [verdict.program], dropped).verdicts()[0]
    except BadGenerator:
        return False
    return judged.outcome == "wrong" and judged.detail == verdict.detail
