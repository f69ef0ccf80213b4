# SPDX-License-Identifier: BSD-2-Clause
"""The list of what the standards of the network demand names tests that exist, and has all rows."""

from __future__ import annotations

import re

import pytest

from flatland import paths

# Reads: docs/network-conformance.md components/net tests/network tests/docs

_page = paths.kit / "docs" / "network-conformance.md"
_states = ("done", "not applicable")


def _rows() -> list[list[str]]:
    lines = _page.read_text(encoding="utf-8").splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if re.match(r"\| (1122|9293) ", line)
    ]


def _tests() -> set[str]:
    """The names of unit tests of the network, and of tests in Python beside them."""
    found = set()
    for file in (paths.kit / "components" / "net").rglob("*_test.cpp"):
        text = file.read_text(encoding="utf-8")
        for suite, name in re.findall(r"^TEST(?:_F)?\(\s*(\w+),\s*(\w+)\)", text, re.MULTILINE):
            found.add(f"{suite}.{name}")
    for folder in ("network", "docs"):
        for file in (paths.kit / "tests" / folder).glob("test_*.py"):
            text = file.read_text(encoding="utf-8")
            found |= {f"{file.name}::{name}" for name in re.findall(r"^def (test_\w+)", text, re.M)}
    return found


@pytest.mark.parametrize("row", _rows(), ids=lambda row: f"{row[0]}: {row[1]}")
def test_a_demand_has_a_state_and_a_test_that_exists_or_a_reason(row: list[str]) -> None:
    _, what, state, shown = row
    assert what
    assert state in _states
    if state == "done":
        names = re.findall(r"`([^`]+)`", shown)
        assert names
    else:
        names = re.findall(r"`(test_\w+\.py::\w+)`", shown)
        assert len(shown) > len("see")
    assert set(names) <= _tests()


def test_all_demands_upon_tcp_are_in_the_list() -> None:
    rows = _rows()
    listed = {int(name) for row in rows for name in re.findall(r"MUST-(\d+)", row[0])}
    assert listed == set(range(1, 70))
    assert len(rows) >= 80


def test_at_least_eighty_tests_show_what_is_done() -> None:
    named = {
        name for row in _rows() if row[2] == "done" for name in re.findall("`([^`]+)`", row[3])
    }
    assert len(named) >= 80
    assert sum("test_demands_on_" in name for name in named) >= 60


def test_a_silent_partner_is_left_alone_for_two_hours_by_default() -> None:
    text = (paths.kit / "components/net/tcp/tcp.flat").read_text(encoding="utf-8")
    default = re.search(r"attribute u32 keep_alive_s = (\d+)", text)
    assert default and int(default[1]) >= 2 * 3600
