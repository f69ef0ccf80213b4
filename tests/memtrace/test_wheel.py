# SPDX-License-Identifier: BSD-2-Clause
# Reads: core tools/memtrace tools/wheel tools/cli
# One run in 3, unless changed: tools/wheel tools/memtrace
"""The wheel of memtrace and reorder plan, installed into an environment that has no kit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flatland import paths

_source = """
struct slot { char name[60]; long key; } slot;
void use(void) { slot.key += slot.name[0]; }
int main(void) { for (int i = 0; i < 9; ++i) use(); return 7; }
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment in which the wheel is."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "-w", str(folder), str(paths.kit / "tools" / "wheel")],
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "environment")], check=True)
    programs = folder / "environment" / "bin"
    pip[0] = str(programs / "python")
    subprocess.run([*pip, "install", "--no-compile", str(wheel)], check=True)
    return programs


def run(
    installed: Path, folder: Path, *words: str, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    """Runs a program of the environment in a folder that is the user's home, too."""
    environment = {"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    command = [str(installed / words[0]), *words[1:]]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def compile_program(folder: Path) -> None:
    """Makes the program `a` of the folder."""
    (folder / "a.c").write_text(_source, encoding="utf-8")
    subprocess.run(["gcc", "-g", "a.c", "-o", "a"], cwd=folder, check=True)


def test_every_module_can_be_imported(installed: Path, tmp_path: Path) -> None:
    program = "import importlib, pkgutil, flatland\n"
    program += "for each in pkgutil.walk_packages(flatland.__path__, 'flatland.'):\n"
    program += "    importlib.import_module(each.name); print(each.name)\n"
    done = run(installed, tmp_path, "python", "-I", "-c", program)
    assert done.returncode == 0, done.stderr
    assert "flatland.reorder.solve" in done.stdout.split()


def test_a_program_is_traced_and_its_class_laid_out(installed: Path, tmp_path: Path) -> None:
    compile_program(tmp_path)
    words = ["--class", "slot", "--entry", "use", "-o", "p.json", "--", "./a"]
    traced = run(installed, tmp_path, "memtrace", *words)
    assert traced.returncode == 7, traced.stderr
    assert "slot: 72 bytes, accessed in 9 invocations" in traced.stdout
    assert traced.stderr == "memtrace: the program ended with 7\n"
    planned = run(installed, tmp_path, "reorder", "plan", "p.json", "-o", "layout.json")
    assert planned.returncode == 0, planned.stderr
    layout = json.loads((tmp_path / "layout.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in layout["classes"]] == ["slot"]
    assert (tmp_path / ".cache" / "flatland" / "instruments").is_dir()


def test_help_and_errors_name_the_programs_that_there_are(installed: Path, tmp_path: Path) -> None:
    for words in (["memtrace", "--help"], ["reorder", "--help"], ["reorder", "plan", "--help"]):
        done = run(installed, tmp_path, *words)
        assert done.returncode == 0
        assert "usage: " + " ".join(words[:-1]) in done.stdout
        assert "flat reorder" not in done.stdout
        assert "flat memtrace" not in done.stdout
    done = run(installed, tmp_path, "memtrace", "--clas", "x")
    assert done.returncode == 2
    assert "`memtrace --help` shows its use" in done.stderr


def test_what_the_system_lacks_is_named_and_not_installed(installed: Path, tmp_path: Path) -> None:
    compile_program(tmp_path)
    words = ["memtrace", "--class", "slot", "--entry", "use", "--", "./a"]
    done = run(installed, tmp_path, *words, path=str(tmp_path))
    assert done.returncode == 1
    assert "apt-get install gcc qemu-user" in done.stderr


def test_other_verbs_are_those_of_the_program_that_rewrites(
    installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "reorder").write_text('#!/bin/sh\necho "rewriting $*"\n', encoding="utf-8")
    (tmp_path / "reorder").chmod(0o755)
    path = os.pathsep.join([str(installed), str(tmp_path), os.environ["PATH"]])
    done = run(installed, tmp_path, "reorder", "describe", "x.c", path=path)
    assert done.stdout == "rewriting describe x.c\n"
    planned = run(installed, tmp_path, "reorder", "plan", "none.json", path=path)
    assert "none.json" in planned.stderr
