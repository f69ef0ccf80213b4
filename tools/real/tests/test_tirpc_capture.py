# SPDX-License-Identifier: BSD-2-Clause
"""What libtirpc's client has found out of itself is what its spec states by hand."""

from __future__ import annotations

from pathlib import Path

from realcode.tirpc import WORKLOADS
from tirpc_capture import captured, differences


def test_captured_values_are_those_that_are_stated_by_hand(
    tirpc_source: Path, specialize: str, tmp_path: Path
) -> None:
    filled = captured(tirpc_source, tmp_path / "build", specialize, 3)
    by_hand = (WORKLOADS / "tirpc_client.spec").read_text(encoding="utf-8")
    assert differences(by_hand, filled) == []
    assert "->cu_outbuf: an address of this run, no value" in filled


def test_a_wrong_value_is_noticed() -> None:
    by_hand = (WORKLOADS / "tirpc_client.spec").read_text(encoding="utf-8")
    assert differences(by_hand, by_hand) == []
    wrong = by_hand.replace("cu_xdrpos = 20", "cu_xdrpos = 24")
    assert len(differences(by_hand, wrong)) > 0
