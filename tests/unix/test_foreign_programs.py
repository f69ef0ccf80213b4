# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces dimensions components bindings kernels tests/unix
# Reads: tools/cli tools/collapse tools/rewrite
# One run in 3, unless changed: components/unix dimensions/api/unix tests/unix
"""Debian's bash, and Lua and SQLite in static programs, do here what they do on Linux."""

from __future__ import annotations

import subprocess
from pathlib import Path

from both import here, on_linux, whole

from flatland.setup.install import ensure
from flatland.setup.tools import find

_here = Path(__file__).resolve().parent
_scripts = (_here / "foreign.txt").read_text(encoding="utf-8").split("---\n")
_libraries = {"lua": ["-llua5.4", "-lm"], "sqlite": ["-lsqlite3", "-lm", "-lpthread"]}


def _compiled(name: str, folder: Path) -> Path:
    """A program with its library in it."""
    program = folder / name
    source = _here / "foreign" / f"{name}.c"
    command = ["gcc", "-O1", "-static", "-o", str(program), str(source)]
    subprocess.run([*command, *_libraries[name]], check=True, capture_output=True)
    return program


def test_programs_of_others_say_what_they_say_on_linux(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (bash,) = find("bash")
    ensure([bash, *find("lua"), *find("sqlite"), *find("g++")])
    programs = {name: _compiled(name, folder) for name in _libraries}
    programs["bash"] = Path("/", bash.file or "")
    (folder / "bash").symlink_to(programs["bash"])
    script = tmp_path / "script"
    script.write_text(whole(_scripts), encoding="utf-8")
    expected = on_linux(script, folder)
    assert len(expected) == len(_scripts)
    assert here(script, programs) == expected
