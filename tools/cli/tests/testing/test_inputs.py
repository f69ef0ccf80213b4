# SPDX-License-Identifier: BSD-2-Clause
"""What a file of tests in Python says that it reads."""

from __future__ import annotations

from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.testing.images import kernels
from flatland.testing.inputs import everything
from flatland.testing.pytests import built_by, files, inputs_of, is_called
from tests.testing.support import kit


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / "suite" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_who_says_nothing_reads_everything(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, paths.kit)
    silent = written(tmp_path, "test_silent.py", "")
    telling = written(tmp_path, "test_telling.py", "# Reads: docs tools/cli\n")
    assert inputs_of(workspace, [silent]) == everything
    assert {"docs", "suite", "tools/cli", "tools/cli/flatland"} <= set(
        inputs_of(workspace, [telling])
    )
    assert inputs_of(workspace, [telling, silent]) == everything


def test_who_builds_a_kernel_reads_what_it_is_made_of(tmp_path: Path) -> None:
    hello = written(tmp_path, "test_hello.py", "# Builds: hello\n")
    routers = written(tmp_path, "test_routers.py", "# Reads: docs\n# Builds: kernels/router\n")
    read = inputs_of(kit, [hello])
    assert {"components/boot/hello.cpp", "core/types.hpp", "kernels/hello/hello.flat"} <= set(read)
    assert "components/thread/round_robin.cpp" not in read
    assert "components/thread/round_robin.flat" in read  # all declarations are
    assert {"docs", "components/router/planp/form.hpp"} <= set(inputs_of(kit, [routers]))


def test_what_is_said_to_be_read_exists() -> None:
    for file in files(kit):
        for name in inputs_of(kit, [file]):
            assert (kit.folder / name).exists(), f"{file}: there is no {name}"


def test_the_kernels_that_are_said_to_be_built_exist() -> None:
    every = kernels(kit)
    for file in files(kit):
        for name in built_by(file):
            assert any(is_called(kit, kernel, name) for kernel in every), f"{file}: {name}"
