# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/collapse tools/cli/flatland tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/collapse tools/rewrite
"""The fuzzer's own tests: its programs are valid C++, and it notices what goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hierarchies.emit import unit_text
from hierarchies.generate import generate
from hierarchies.judge import Judge, Tools
from hierarchies.model import Program
from hierarchies.reduce import reduce

COMPILERS = ("clang++-19", "g++")
UNTOUCHED = """#!/bin/sh
while [ "$1" != "--" ]; do shift; done
shift
exec "$@"
"""
REFUSING = """#!/bin/sh
if [ "$2" = h7::Target ] || [ "$2" = h7::app::Target ] || [ "$2" = h7::lib::Target ]; then
    line=$(grep -n 'namespace h7 {' unit.cpp | cut -d: -f1)
    printf 'error[C0299]: because of `x`\\n  --> unit.cpp:%s:1\\n' "$line" >&2
    exit 1
fi
exit 139
"""


def programs(first: int, count: int) -> list[Program]:
    return [generate(seed, f"h{seed}") for seed in range(first, first + count)]


def launcher(folder: Path, text: str) -> Tools:
    path = folder / "collapse"
    path.write_text(text)
    path.chmod(0o755)
    return Tools(str(path), COMPILERS)


def test_the_same_seed_makes_the_same_program() -> None:
    one, other = (unit_text([(generate(5, "h5"), frozenset())]) for _ in range(2))
    assert one == other


def test_programs_print_the_same_with_both_compilers(tmp_path: Path) -> None:
    expected = Judge(Tools("none", COMPILERS), tmp_path, programs(100, 100)).expected()
    assert len(expected) == 100
    assert all(len(output.splitlines()) > 3 for output in expected.values())


@pytest.mark.parametrize("compiler", COMPILERS)
def test_programs_have_no_undefined_behaviour(tmp_path: Path, compiler: str) -> None:
    text, _ = unit_text([(program, frozenset()) for program in programs(900, 40)])
    (tmp_path / "unit.cpp").write_text(text)
    # g++ wrongly expects the alignment of the whole class of a base with virtual bases.
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize=alignment"]
    stop = "-fno-sanitize-recover=all"
    command = [compiler, "-std=c++20", "-w", *sanitizers, stop, "unit.cpp", "-o", "checked"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "checked"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_tool_that_flattens_nothing_is_noticed(tmp_path: Path) -> None:
    verdicts = Judge(launcher(tmp_path, UNTOUCHED), tmp_path / "unit", programs(1, 5)).verdicts()
    assert {verdict.outcome for verdict in verdicts} == {"wrong"}
    assert {verdict.detail for verdict in verdicts} == {"accepted, but has a virtual table"}


def test_a_changed_output_is_noticed(tmp_path: Path) -> None:
    changing = UNTOUCHED.replace('exec "$@"', 'sed -i "s/acc = 7/acc = 8/" unit.cpp\nexec "$@"')
    verdicts = Judge(launcher(tmp_path, changing), tmp_path / "unit", programs(1, 5)).verdicts()
    assert "prints something else" in {verdict.detail for verdict in verdicts}


def test_refusals_and_crashes_are_told_apart(tmp_path: Path) -> None:
    tools = launcher(tmp_path, REFUSING)
    found = Judge(tools, tmp_path / "unit", programs(7, 3)).verdicts()
    assert [verdict.outcome for verdict in found] == ["refused", "wrong", "wrong"]
    assert found[0].detail == "C0299 because of `x`"
    assert found[1].detail == "crash of the tool"


def test_a_wrong_program_is_made_small(tmp_path: Path) -> None:
    tools = launcher(tmp_path, UNTOUCHED)
    verdict = Judge(tools, tmp_path / "unit", programs(3, 1)).verdicts()[0]
    whole = unit_text([(verdict.program, frozenset())])[0]
    small = unit_text([(verdict.program, reduce(tools, tmp_path / "small", verdict))])[0]
    assert len(small) < len(whole) / 3
    assert "virtual" in small


def test_wrong_programs_are_saved_and_reported(tmp_path: Path) -> None:
    tools = launcher(tmp_path, UNTOUCHED)
    script = Path(__file__).parent.with_name("random_hierarchies.py")
    options = ["--count=3", "--reduce=1", "--format=json", f"--save={tmp_path / 'wrong'}"]
    command = [sys.executable, str(script), f"--collapse={tools.collapse}", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(json.loads(done.stdout)["wrong"]) == 3
    assert "collapse --class h1::" in (tmp_path / "wrong" / "seed-1.cpp").read_text()
