# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix
# Reads: tools/real
"""Debian's tests of POSIX: what is not listed as failing passes, and what is listed fails."""

from __future__ import annotations

import os
from pathlib import Path

import posix_suite
import pytest

from flatland import paths


@pytest.mark.skipif("FLAT_EXHAUSTIVE" not in os.environ, reason="1700 programs: --exhaustive")
def test_what_posix_says_of_functions_holds_here(tmp_path: Path) -> None:
    suite = posix_suite.unpacked(paths.kit / "build" / "posix")
    failing = posix_suite.known()
    chosen = [
        name for name in posix_suite.tests(suite) if failing.get(name) != posix_suite.untested
    ]
    program, there = posix_suite.build(suite, chosen, tmp_path)
    found = posix_suite.results(program, there, tmp_path)
    wrong = {name: found.get(name) for name in there if (found.get(name) == 0) == (name in failing)}
    assert not wrong, f"0 of a test that is listed as failing, else failures: {wrong}"
