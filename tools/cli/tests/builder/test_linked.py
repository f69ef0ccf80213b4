# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of what a built kernel says of its parts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from flatland.builder.linked import Unit, unit_named, units_of
from flatland.builder.pipeline import BuildOptions, generate
from tests.builder.sample import flat, make_workspace


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("linked"))


@pytest.fixture(scope="module")
def units(folder: Path) -> list[Unit]:
    done = flat(folder, "build", "sample", "-t", "hosted")
    assert done.returncode == 0, done.stderr
    return units_of(folder / done.stdout.strip())


def test_every_object_file_is_made_again_by_its_command(units: list[Unit], folder: Path) -> None:
    assert len({unit.output for unit in units}) == len(units) > 10
    for unit in units:
        before = Path(unit.output).read_bytes()
        subprocess.run(unit.command, check=True, cwd=folder)
        assert Path(unit.output).read_bytes() == before, unit.source


def test_what_else_was_built_since_changes_nothing(folder: Path) -> None:
    done = flat(folder, "build", "sample", "-t", "hosted")
    units = units_of(folder / done.stdout.strip())
    assert flat(folder, "build", "sample", "-t", "hosted", "--compiler", "g++").returncode == 0
    assert units_of(folder / done.stdout.strip()) == units


def test_commands_and_headers_are_there_before_anything_is_compiled(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    image = generate("sample", BuildOptions("x86_64"))
    units = units_of(image)
    assert not any(Path(unit.output).exists() for unit in units)
    unit = next(each for each in units if "components" in each.source.parts)
    flags = unit.command[: unit.command.index("-MD")]
    subprocess.run([*flags, "-fsyntax-only", unit.source], check=True, cwd=folder)


def test_the_framework_is_all_but_main_and_components(units: list[Unit]) -> None:
    framework = {unit.source.name for unit in units if unit.is_framework}
    others = [unit.source for unit in units if not unit.is_framework]
    assert {"panic.cpp", "console.cpp", "backtrace.cpp"} < framework
    assert "main.cpp" in {source.name for source in others}
    assert any("components" in source.parts for source in others)


def test_a_unit_is_found_by_the_end_of_its_path(units: list[Unit]) -> None:
    main = unit_named(units, "arch/hosted/main.cpp")
    assert not main.is_framework
    assert all(word.startswith("-I") for word in main.include_words) and main.include_words
    with pytest.raises(StopIteration):
        unit_named(units, "hosted/no_such.cpp")
