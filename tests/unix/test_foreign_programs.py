# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix
# One run in 6, unless changed: components/unix dimensions/api/unix tests/unix
"""Programs of bash, Lua, SQLite and of another C library, musl, do what they do on Linux."""

from __future__ import annotations

import subprocess
from pathlib import Path

from both import here, on_linux, whole

from flatland.setup.install import ensure
from flatland.setup.tools import find

_here = Path(__file__).resolve().parent
_scripts = (_here / "foreign.txt").read_text(encoding="utf-8").split("---\n")
_libraries = {"lua": ["-llua5.4", "-lm"], "sqlite": ["-lsqlite3", "-lm", "-lpthread"]}


def _compiled(source: Path, program: Path, compiler: str, *libraries: str) -> Path:
    """A program with its libraries in it."""
    command = [compiler, "-O1", "-static", "-pthread", "-o", str(program), str(source)]
    subprocess.run([*command, *libraries], check=True, capture_output=True)
    return program


def test_programs_of_others_say_what_they_say_on_linux(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (bash,) = find("bash")
    ensure([bash, *find("lua"), *find("sqlite"), *find("g++"), *find("musl-gcc")])
    programs = {
        name: _compiled(_here / "foreign" / f"{name}.c", folder / name, "gcc", *libraries)
        for name, libraries in _libraries.items()
    }
    with_musl = {
        f"musl-{source.stem}": _compiled(source, folder / f"musl-{source.stem}", "musl-gcc")
        for source in sorted((_here / "programs").glob("*.c"))
    }
    programs.update(with_musl)
    programs["bash"] = Path("/", bash.file or "")
    (folder / "bash").symlink_to(programs["bash"])
    script = tmp_path / "script"
    scripts = [*_scripts, *(f"$PROGRAMS/{name}" for name in with_musl)]
    script.write_text(whole(scripts), encoding="utf-8")
    expected = on_linux(script, folder)
    assert len(expected) == len(scripts)
    assert here(script, programs) == expected
