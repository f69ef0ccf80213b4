# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/specialize/runtime tools/cli/flatland
# One run in 3, unless changed: tools/specialize/runtime
"""What a call through a slot may cost: counted, never timed."""

from __future__ import annotations

from pathlib import Path

import pytest
from cost import build, count_calls


@pytest.mark.parametrize("compiler", ["clang-19", "gcc"])
def test_a_slot_adds_one_jump_and_a_gate_a_dozen_instructions(
    compiler: str, tmp_path: Path
) -> None:
    cost = count_calls(build(tmp_path, compiler), 100_000)
    more = {kind: count - cost["direct"] for kind, count in cost.items()}
    assert more["slot"] == more["slot-permanent"] == more["gated"] == 1
    assert more["slot-far"] == 2
    assert more["gated-freeable"] <= 14
