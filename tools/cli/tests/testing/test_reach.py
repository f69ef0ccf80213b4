# SPDX-License-Identifier: BSD-2-Clause
"""A test file that nothing runs is found, wherever it is planted."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.testing.reach import find_orphans
from tests.builder.sample import make_workspace
from tests.testing.support import kit


def test_every_test_of_the_kit_is_run() -> None:
    assert [kit.display(file) for file, _ in find_orphans(kit)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("interfaces/lost_test.cpp", "int main() {}\n"),
        ("tools/sample/unittests/lost_test.cpp", "int main() {}\n"),
        ("tools/sample/unittests/lost_fuzz.cpp", "int main() {}\n"),
        ("tools/sample/test/lost.cpp", "// RUN: tool %s\n"),
        ("kernels/sample/boot/lost.toml", "kernel = 'sample'\n"),
    ],
)
def test_an_orphan_is_found(tmp_path: Path, name: str, text: str) -> None:
    folder = make_workspace(tmp_path, {name: text})
    assert [file for file, _ in find_orphans(Workspace(folder, paths.kit))] == [folder / name]


@pytest.mark.parametrize("line", ["add_executable(t lost_test.cpp)", "file(GLOB t *_test.cpp)"])
def test_what_cmake_takes_is_no_orphan(tmp_path: Path, line: str) -> None:
    place = "tools/sample/unittests/"
    folder = make_workspace(
        tmp_path, {f"{place}lost_test.cpp": "int main() {}\n", f"{place}CMakeLists.txt": line}
    )
    assert find_orphans(Workspace(folder, paths.kit)) == []
