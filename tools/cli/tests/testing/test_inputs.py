# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""What a file of tests in Python says that it reads."""

from __future__ import annotations

from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.testing.inputs import everything
from flatland.testing.pytests import files, inputs_of
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
    assert inputs_of(workspace, [telling]) == ("docs", "suite", "tools/cli")
    assert inputs_of(workspace, [telling, silent]) == everything


def test_what_is_said_to_be_read_exists() -> None:
    for file in files(kit):
        for name in inputs_of(kit, [file]):
            assert (kit.folder / name).exists(), f"{file}: there is no {name}"
