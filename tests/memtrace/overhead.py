# SPDX-License-Identifier: BSD-2-Clause
"""Measures how much tracing slows a program down, against the same run under plain qemu-x86_64.

Usage: PYTHONPATH=tools/cli .venv/bin/python tests/memtrace/overhead.py [--runs N]
Runs with and without the plug-in are interleaved; figures are processor time of whole processes.
The worst case is a program that is nearly always in an invocation; the other one never is.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from flatland.memtrace.launch import build_tools, emulator
from flatland.memtrace.trace import Request, trace

here = Path(__file__).resolve().parent


def processor_s(run: Callable[[], object]) -> float:
    """The processor time of the child processes of a run, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="runs counted (default: 5)")
    runs = parser.parse_args().runs
    tools = build_tools(verbose=False)
    with tempfile.TemporaryDirectory(prefix="memtrace-") as temporary, open(os.devnull, "w") as out:
        program = str(Path(temporary) / "workload")
        subprocess.run(["gcc", "-g", "-O2", here / "workload.c", "-o", program], check=True)
        print(f"{platform.machine()}, {runs} runs, processor time with / without the plug-in")
        print(f"{'':28} {'minimum':>7} {'median':>7} {'maximum':>7}")
        cases = {"always in an invocation": "handle_request", "never in an invocation": "_init"}
        for name, entry in cases.items():
            request = Request([program], ["request"], [entry])
            traced = partial(trace, request, lambda: tools, out)
            plain = partial(subprocess.run, [emulator, program], check=True)
            ratios = [processor_s(traced) / processor_s(plain) for _ in range(runs)]
            low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
            print(f"{name:28} {low:7.1f} {middle:7.1f} {high:7.1f}")


if __name__ == "__main__":
    main()
