# SPDX-License-Identifier: BSD-2-Clause
"""How much slower this machine's processors are than those on which budgets were taken."""

from __future__ import annotations

import os
import resource
import subprocess
from functools import cache

# What most tests do: a compiler reads headers. It writes nothing.
_probe = "#include <functional>\n#include <iostream>\n#include <map>\n#include <regex>\n"
_command = ("clang++-19", "-std=c++20", "-fsyntax-only", "-x", "c++", "-")

reference_s = 0.85
"""Seconds of the processor that the probe took where the numbers of tests/budgets.toml are from."""


@cache
def slowness() -> float:
    """The factor by which a budget grows here, at least 1; 1 where the probe cannot run.

    All processors are measured at once, as tests use all of them. Takes some two seconds.
    """
    try:
        return max(1.0, _probe_s(os.cpu_count() or 1) / reference_s)
    except OSError:
        return 1.0


def _probe_s(processors: int) -> float:
    """Seconds of the processor that a probe takes beside others, one on each processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = [_start() for _ in range(processors)]
    for each in running:
        each.communicate(_probe.encode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user_s = after.ru_utime - before.ru_utime
    return (user_s + after.ru_stime - before.ru_stime) / processors


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        _command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
