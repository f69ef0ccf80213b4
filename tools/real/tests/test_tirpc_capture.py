# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/real tools/specialize bench/components/rpc tests/rpc tools/cli/flatland
# Reads: tools/rewrite tools/CMakeLists.txt
# With the tool specialize, unless changed: tools/real tools/specialize tools/rewrite
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


def test_a_wrong_value_is_noticed_and_so_are_missing_ones() -> None:
    values = "".join(f"static h->x{number} = {number};\n" for number in range(10))
    assert differences(values, values) == []
    wrong = values.replace("h->x3 = 3", "h->x3 = 4")
    assert differences(values, wrong) == ["h->x3 is 4, and by hand 3"]
    assert differences(values, "static h->x1 = 1;") == ["only 1 values are stated by both"]
