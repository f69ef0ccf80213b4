# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""What tests in Python read beyond what they state is found by strace."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from flatland.builder.workspace import Workspace
from flatland.testing import traced
from flatland.testing.results import Result

_reader = """
import os, pathlib, subprocess, sys
top = pathlib.Path(sys.argv[1])
(top / "stated" / "one").read_text()
os.chdir(top)
subprocess.run(["cat", "link/secret"], check=True)
(top / "kernels" / "other.flat").read_text()
(top / "written").write_text("")
(top / "build" / "product").read_text()
pathlib.Path("missing").exists()
"""


@pytest.fixture
def kit(tmp_path: Path) -> Workspace:
    for name in ("stated/one", "other/secret", "build/product", "kernels/other.flat"):
        file = tmp_path / name
        file.parent.mkdir()
        file.touch()
    (tmp_path / "link").symlink_to("other")
    return Workspace(tmp_path, tmp_path)


def found(kit: Workspace, trace: Path) -> list[Result]:
    return list(traced.not_stated(kit, "tests/x", ("stated",), trace))


def test_a_file_that_a_process_of_a_test_opens_has_to_be_stated(
    kit: Workspace, tmp_path_factory: pytest.TempPathFactory
) -> None:
    trace = tmp_path_factory.mktemp("trace") / "trace"
    words = [sys.executable, "-c", _reader, str(kit.folder)]
    subprocess.run([*traced.tracing(trace), *words], check=True)
    (failure,) = found(kit, trace)
    assert [line.strip() for line in failure.detail.splitlines()[1:]] == ["other/secret"]


def test_what_ninja_asks_the_time_of_and_sources_of_modules_count(
    kit: Workspace, tmp_path: Path
) -> None:
    module = kit.folder / "other" / "module.py"
    module.touch()
    compiled = kit.folder / "other" / "__pycache__" / "module.cpython-311.pyc"
    trace = kit.folder / "build" / "trace"
    trace.write_text(
        f'7  execve("/usr/bin/ninja", ["ninja"], 0x7) = 0\n'
        f'7  newfstatat(AT_FDCWD, "other/secret", {{st_mode=S_IFREG}}, 0) = 0\n'
        f'8  newfstatat(AT_FDCWD, "link", {{st_mode=S_IFREG}}, 0) = 0\n'
        f'8  openat(AT_FDCWD</x>, "{compiled}", O_RDONLY|O_CLOEXEC) = 3<{compiled}>\n',
        encoding="utf-8",
    )
    (failure,) = found(kit, trace)
    assert [line.strip() for line in failure.detail.splitlines()[1:]] == [
        "other/module.py",
        "other/secret",
    ]
