# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix kernels/unix-net
"""Debian's stress-ng: what is not listed as failing passes, and what is listed does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import stress_ng


@pytest.mark.skipif("FLAT_EXHAUSTIVE" not in os.environ, reason="176 stressors: --exhaustive")
def test_stressors_find_nothing_wrong(tmp_path: Path) -> None:
    failing = stress_ng.known()
    chosen = stress_ng.verifying()
    found = {each.stressor: each for each in stress_ng.outcomes(chosen, tmp_path)}
    wrong = {
        name: found.get(name)
        for name in chosen
        if name not in found or found[name].has_passed == (name in failing)
    }
    assert not wrong, f"0 of a stressor that is listed as failing, else failures: {wrong}"
