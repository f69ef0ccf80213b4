# SPDX-License-Identifier: BSD-2-Clause
# With the tool specialize, unless changed: bench components/rpc tools/specialize kernels/rpc-costs
"""Kernels count what remote procedure calls cost, general and specialised, and check the answers.

A wrong answer, to the last integer, is a panic, so that each figure is of right ones.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.bench.calls import Result, measure
from flatland.builder.ladder import Step
from flatland.builder.pipeline import BuildOptions, build
from flatland.diagnostics import FlatError

_kit = Path(__file__).resolve().parents[2]
_marshalling = str(_kit / "kernels" / "rpc-costs" / "marshalling.flat")
_integers = [2, 20, 100, 250, 500, 1000, 2000]


def _measured(kernel: str) -> Result:
    result = measure([kernel], BuildOptions(), lambda _: None)
    assert result.problems == []
    assert [call.integers for call in result.counted] == _integers
    return result


def test_marshalling_is_cheaper_the_more_is_known() -> None:
    counted = _measured(_marshalling).counted
    for call, by_way in counted.items():
        assert by_way["special"] * 3 < by_way["flat"] < by_way["virtual"], call


def test_an_answered_call_is_cheaper_for_each_integer() -> None:
    counted = _measured("rpc-costs").counted
    by_size = {call.integers: by_way for call, by_way in counted.items()}
    slopes = {way: by_size[2000][way] - by_size[1000][way] for way in by_size[2000]}
    assert slopes["special"] * 2 < slopes["flat"] < slopes["virtual"]


def test_facts_that_make_no_sense_are_refused_with_what_the_tool_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = tmp_path / "kernels" / "wrong" / "wrong.flat"
    kernel.parent.mkdir(parents=True)
    (tmp_path / "flat.toml").write_text(f'kit = "{_kit}"\n')
    statement = "// Nothing else.\nassembly Wrong extends RpcCostsMarshalling {\n"
    kernel.write_text(f'{statement}    facts "wrong.spec";\n}}\n')
    (tmp_path / "wrong.spec").write_text("entry flat::rpc::nobody(int a) as special;\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FlatError) as problem:
        build(str(kernel), BuildOptions(step=Step("special")))
    (found,) = problem.value.diagnostics
    assert found.code == "F0726"
    assert "S0129" in found.notes[0]
