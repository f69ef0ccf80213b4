# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli kernels core dimensions
# Builds: hello
"""Tests of `flat report bindings`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flatland.report.bindings import Edge, crossing_table
from tests.builder.sample import flat, make_workspace


@pytest.mark.parametrize("target", ["hosted", "x86_64"])
@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_as_written_every_call_goes_through_a_table(
    tmp_path: Path, target: str, compiler: str
) -> None:
    folder = make_workspace(tmp_path)
    options = ("report", "bindings", "sample", "-t", target, "--compiler", compiler)
    (edge,) = json.loads(flat(folder, *options, "--format", "json").stdout)
    assert (edge["client"], edge["server"]) == ("hello.console", "console.console")
    assert (edge["interface"], edge["kind"]) == ("flat.hal.Console", "static")
    assert (edge["calls"], edge["how"], edge["passed_on"]) == (1, {"virtual": 1}, 0)
    assert edge["instructions_added"]["min"] >= 2
    (site,) = edge["sites"]
    assert (site["file"], site["line"], site["method"]) == (
        "components/sample/hello.cpp",
        5,
        "write",
    )
    assert site["copies"][0]["caller"] == "flat::sample::Hello::run"
    text = flat(folder, *options).stdout
    row = next(line for line in text.splitlines() if line.startswith("hello.console ->"))
    assert "1 virtual" in row
    assert "called through a table in `virtual`" in row


@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_flat_no_call_goes_through_a_table(tmp_path: Path, compiler: str) -> None:
    folder = make_workspace(tmp_path)
    options = ("report", "bindings", "sample", "--variant", "flat", "--compiler", compiler)
    (edge,) = json.loads(flat(folder, *options, "--format", "json").stdout)
    assert edge["how"] == {"inlined": 1}
    assert edge["instructions_added"] == {"min": 0, "max": 0}
    assert edge["not_inlined_because"] == []


def test_what_crosses_in_the_same_way_is_one_row() -> None:
    passed = [
        {"method": "read", "what": "from", "way": "in registers"},
        {"method": "read", "what": "text", "way": "copied once each way"},
        {"method": "read", "what": "result", "way": "in registers"},
        {"method": "add", "what": "amount", "way": "in registers"},
    ]
    ledger = ("flat.demo.Ledger", "lrpc", (), 0)
    edges = [
        Edge("check.ledger", "ledger.ledger", *ledger, crossing=tuple(passed)),
        Edge("check.log", "log.log", "flat.log.Log", "static", (), 0),
    ]
    assert crossing_table(edges) == [
        ("check.ledger -> ledger.ledger", "read", "from, result", "in registers"),
        ("check.ledger -> ledger.ledger", "read", "text", "copied once each way"),
        ("check.ledger -> ledger.ledger", "add", "amount", "in registers"),
    ]
    assert edges[0].as_json()["crossing"] == passed
