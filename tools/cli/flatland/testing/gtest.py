# SPDX-License-Identifier: BSD-2-Clause
"""Runs programs of GoogleTest and reads what they report."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from flatland.testing.results import Result, failed, passed

_limit_s = 600  # only to end what hangs: machines may be busy
_exhaustive_limit_s = 1800


def run_program(
    name: str, program: Path, again: str, is_exhaustive: bool = False
) -> Iterator[Result]:
    """Runs one test program: a result for each of its failures and one for all else.

    `again` is the command that a user repeats it with. Programs that have more to try in exhaustive
    runs ask for FLAT_EXHAUSTIVE in the environment. Blocks until the program ends, at most ten
    minutes, or half an hour.
    """
    limit_s = _exhaustive_limit_s if is_exhaustive else _limit_s
    environment = os.environ | ({"FLAT_EXHAUSTIVE": "1"} if is_exhaustive else {})
    report = program.with_name(f"{program.name}.json")
    report.unlink(missing_ok=True)
    command = [str(program), f"--gtest_output=json:{report}", "--gtest_brief=1"]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit_s,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        yield failed(name, f"did not end within {limit_s} s", again)
        return
    ended = f"ended with status {done.returncode}\n{done.stdout}{done.stderr}"
    try:
        suites = json.loads(report.read_text(encoding="utf-8"))["testsuites"]
    except (OSError, ValueError, KeyError):
        yield failed(name, ended, again)
        return
    results = [
        failed(f"{name}: {suite['name']}.{case['name']}", _detail(case), again)
        for suite in suites
        for case in suite["testsuite"]
        if case.get("failures")
    ]
    total = sum(len(suite["testsuite"]) for suite in suites)
    if total == 0:
        results.append(failed(name, "has no test", again))
    if done.returncode != 0 and not results:  # a sanitizer complained after the last test
        results.append(failed(name, ended, again))
    yield from results
    if total > len(results):
        yield passed(name, total - len(results))


def _detail(case: dict[str, object]) -> str:
    failures = case["failures"]
    assert isinstance(failures, list)
    return "\n".join(str(each["failure"]) for each in failures)
