# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""A usual run tries each test in one way, another run in another one; tests named run in all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from flatland.testing import chosen_ways
from flatland.testing.usual_part import compiler_of_run

_tests = """
import pytest

@pytest.fixture(scope="module", params=["hosted", "x86_64"])
def target(request):
    return request.param

@pytest.mark.parametrize("compiler", ["clang", "g++"])
@pytest.mark.parametrize("number", [1, 2])
def test_one(number, compiler, target):
    print(f"ran {number} {compiler} {target}")

def test_two(target):
    print(f"ran two {target}")

def test_three():
    print("ran three")
"""


def ran(folder: Path, seed: str | None) -> list[str]:
    """What the tests print that are run."""
    (folder / "test_ways.py").write_text(_tests, encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "FLAT_SEED"}
    environment["PYTHONPATH"] = str(Path(chosen_ways.__file__).parents[2])
    environment |= {"FLAT_SEED": seed} if seed else {}
    command = [sys.executable, "-m", "pytest", "-p", chosen_ways.__name__, "-sq", "-c", os.devnull]
    done = subprocess.run(
        [*command, "--rootdir", str(folder), str(folder / "test_ways.py")],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return [word.partition("\n")[0] for word in done.stdout.split("ran ")[1:]]


def test_without_a_seed_there_are_all(tmp_path: Path) -> None:
    assert len(ran(tmp_path, None)) == 8 + 2 + 1


def test_with_a_seed_all_of_a_file_are_tried_in_the_same_way(tmp_path: Path) -> None:
    found = set()
    for seed in range(12):
        words = ran(tmp_path, str(seed))
        assert len(words) == 4
        ways = {tuple(each.split()[1:]) for each in words if each[0] in "12"}
        assert len(ways) == 1
        way = ways.pop()
        assert way[0] == compiler_of_run(seed)
        assert f"two {way[1]}" in words
        found.add(way)
    assert len(found) == 4
