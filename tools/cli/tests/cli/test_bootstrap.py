# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli flat docs/errors
# One run in 3, unless changed: flat tools/cli/__main__.py tools/cli/requirements.txt
"""The first start makes a Python environment, and says what to do where it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from flatland import paths


@pytest.fixture
def fresh_kit(tmp_path: Path) -> Path:
    """A kit without a Python environment, with one requirement that nobody can satisfy."""
    kit = tmp_path / "a kit"
    shutil.copytree(
        paths.kit / "tools" / "cli" / "flatland",
        kit / "tools" / "cli" / "flatland",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    shutil.copy(paths.kit / "tools" / "cli" / "__main__.py", kit / "tools" / "cli")
    shutil.copy(paths.kit / "flat", kit)
    requirements = kit / "tools" / "cli" / "requirements.txt"
    requirements.write_text("lark==0.0.0\n", encoding="utf-8")
    return kit


def start(kit: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    return subprocess.run(
        [kit / "flat", *words], capture_output=True, text=True, env=environment, check=False
    )


def test_a_first_start_that_fails_says_what_and_what_still_works(fresh_kit: Path) -> None:
    done = start(fresh_kit, "list")
    assert (done.returncode, done.stdout) == (1, "")
    assert "making the Python environment" in done.stderr
    assert "error[F0901]: could not install a Python package" in done.stderr
    assert "lark==0.0.0" in done.stderr
    helped = start(fresh_kit, "--help")
    assert helped.returncode == 0
    assert helped.stdout.startswith("usage: flat VERB")
    assert start(fresh_kit, "doctor").returncode == 0


def test_a_first_start_that_succeeds_is_not_repeated(fresh_kit: Path) -> None:
    (fresh_kit / "tools/cli/requirements.txt").write_text("# nothing\n", encoding="utf-8")
    first = start(fresh_kit, "clean", "--help")
    assert first.returncode == 0
    assert "installing" in first.stderr
    second = start(fresh_kit, "clean", "--help")
    assert (second.returncode, second.stderr) == (0, "")


def test_an_environment_whose_python_is_gone_is_made_anew(fresh_kit: Path) -> None:
    (fresh_kit / "tools/cli/requirements.txt").write_text("# nothing\n", encoding="utf-8")
    assert start(fresh_kit, "clean", "--help").returncode == 0
    python = fresh_kit / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/no/such/python")
    again = start(fresh_kit, "clean", "--help")
    assert again.returncode == 0
    assert "making the Python environment" in again.stderr
