# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""A compilation that was done before is not done again, wherever its folders lie."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flatland.ninja import compiled_before
from flatland.testing.compilations import forget_oldest

_compiler = "clang++-19"


class Place:
    """A folder with a source and headers, and a compiler that counts how often it runs."""

    def __init__(self, folder: Path, known: Path) -> None:
        self.folder = folder
        self._known = known
        self.object = folder / "build" / "source.o"
        self.dependencies = folder / "build" / "source.o.d"
        for name in ("first", "second", "build", "bin"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.write("second/header.hpp", "constexpr int number = 1;\n")
        self.write(
            "source.cpp",
            "#include <header.hpp>\nint number_of() { return number; }\n"
            "char const* file_of() { return __FILE__; }\n",
        )

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def compile(self, *more: str, kit: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Compiles, perhaps from memory; a source of the kit beside it, if there is one."""
        roots = [self.folder, kit] if kit else [self.folder]
        words = [sys.executable, "-I", "-S", compiled_before.__file__, str(self._known)]
        words += ["counted", "-g", *(f"-ffile-prefix-map={root}=." for root in roots)]
        words.append(f"-ffile-prefix-map={self.folder}/build=./build")
        words += [f"-I{root}/{each}" for each in ("first", "second") for root in roots]
        words += [*more, "-MD", "-MF", str(self.dependencies), "-c", f"{roots[-1]}/source.cpp"]
        return subprocess.run(
            [*words, "-o", str(self.object)],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each time that the compiler has run."""
    program = tmp_path / "bin" / "counted"
    program.parent.mkdir()
    noted = tmp_path / "runs"
    noted.touch()
    program.write_text(f'#!/bin/sh\necho >> {noted}\nexec {_compiler} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return noted


@pytest.fixture
def places(tmp_path: Path) -> Iterator[tuple[Place, Place]]:
    known = tmp_path / "known"
    yield Place(tmp_path / "one", known), Place(tmp_path / "other" / "two", known)


def count(runs: Path) -> int:
    return len(runs.read_text(encoding="utf-8").splitlines())


def test_another_folder_gets_the_same_object_and_dependencies_of_its_own(
    places: tuple[Place, Place], runs: Path
) -> None:
    one, two = places
    assert one.compile().returncode == two.compile().returncode == 0
    assert count(runs) == 1
    assert one.object.read_bytes() == two.object.read_bytes()
    told = two.dependencies.read_text(encoding="utf-8")
    assert f"{two.folder}/second/header.hpp" in told
    assert str(one.folder) not in told
    expected = one.dependencies.read_text(encoding="utf-8")
    assert told == expected.replace(str(one.folder), str(two.folder))


def test_what_the_kit_compiled_is_known_in_a_workspace_beside_it(
    places: tuple[Place, Place], runs: Path
) -> None:
    kit, workspace = places
    (workspace.folder / "second" / "header.hpp").unlink()
    (workspace.folder / "source.cpp").unlink()
    kit.compile()
    assert workspace.compile(kit=kit.folder).returncode == 0
    assert count(runs) == 1
    assert workspace.object.read_bytes() == kit.object.read_bytes()
    told = workspace.dependencies.read_text(encoding="utf-8")
    assert told.startswith(f"{workspace.object}: ")
    assert f"{kit.folder}/second/header.hpp" in told


def test_nothing_is_known_of_a_file_that_both_kit_and_workspace_have(
    places: tuple[Place, Place], runs: Path
) -> None:
    kit, workspace = places
    (workspace.folder / "source.cpp").unlink()
    workspace.write("second/header.hpp", "constexpr int number = 2;\n")
    kit.compile()
    workspace.compile(kit=kit.folder)
    assert count(runs) == 2
    assert workspace.object.read_bytes() != kit.object.read_bytes()
    workspace.write("second/header.hpp", "constexpr int number = 1;\n")
    workspace.compile(kit=kit.folder)
    assert count(runs) == 3


def test_another_header_source_or_flag_is_another_compilation(
    places: tuple[Place, Place], runs: Path
) -> None:
    place, _ = places
    place.compile()
    place.compile("-O2")
    assert count(runs) == 2
    place.write("second/header.hpp", "constexpr int number = 2;\n")
    place.compile()
    assert count(runs) == 3
    place.write("source.cpp", "int nothing;\n")
    place.compile()
    assert count(runs) == 4


def test_what_was_there_before_is_still_known(places: tuple[Place, Place], runs: Path) -> None:
    place, _ = places
    place.compile()
    first = place.object.read_bytes()
    place.write("second/header.hpp", "constexpr int number = 2;\n")
    place.compile()
    place.write("second/header.hpp", "constexpr int number = 1;\n")
    place.compile()
    assert count(runs) == 2
    assert place.object.read_bytes() == first


def test_a_header_in_an_earlier_folder_hides_the_known_one(
    places: tuple[Place, Place], runs: Path
) -> None:
    place, _ = places
    place.compile()
    first = place.object.read_bytes()
    place.write("first/header.hpp", "constexpr int number = 3;\n")
    place.compile()
    assert count(runs) == 2
    assert place.object.read_bytes() != first


def test_what_fails_is_told_and_not_remembered(places: tuple[Place, Place], runs: Path) -> None:
    place, _ = places
    place.write("source.cpp", "no C++\n")
    for _ in range(2):
        done = place.compile()
        assert done.returncode != 0
        assert f"{place.folder}/source.cpp:1:1: error" in done.stderr
    assert count(runs) == 2


def test_messages_are_told_again_with_the_paths_of_the_place(
    places: tuple[Place, Place], runs: Path
) -> None:
    one, two = places
    for place in places:
        place.write("source.cpp", "#warning look\n")
    one.compile()
    done = two.compile()
    assert count(runs) == 1
    assert f"{two.folder}/source.cpp:1:2: warning: look" in done.stderr


def test_generated_text_may_have_paths_of_its_place(
    places: tuple[Place, Place], runs: Path
) -> None:
    for place in places:
        place.write("build/list.hpp", f'#include "{place.folder}/second/header.hpp"\n')
        place.write("source.cpp", '#include "build/list.hpp"\nint value = number;\n')
        assert place.compile().returncode == 0
    assert count(runs) == 1


def test_the_oldest_files_are_forgotten(tmp_path: Path) -> None:
    for number in range(4):
        file = tmp_path / str(number)
        file.write_bytes(bytes(100))
        os.utime(file, (number, number))
    forget_oldest(tmp_path, 250)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2", "3"]
