# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix
"""Static programs of the host's compiler and C library do here what they do on Linux."""

from __future__ import annotations

import subprocess
from pathlib import Path

from both import here, on_linux, whole

from flatland.setup.install import ensure
from flatland.setup.tools import find

sources = sorted((Path(__file__).resolve().parent / "programs").glob("*.c"))


def compiled(source: Path, folder: Path) -> Path:
    """A program, with threads and no library that is loaded."""
    ensure(find("g++"))
    program = folder / source.stem
    subprocess.run(["gcc", "-O1", "-static", "-pthread", "-o", program, source], check=True)
    return program


def test_programs_say_what_they_say_on_linux(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    programs = {source.stem: compiled(source, folder) for source in sources}
    script = tmp_path / "script"
    script.write_text(whole([f"$PROGRAMS/{name}" for name in programs]), encoding="utf-8")
    expected = on_linux(script, folder)
    assert len(expected) == len(sources)
    assert here(script, programs) == expected


def test_a_clock_that_is_set_is_followed_by_who_waits_for_its_time(tmp_path: Path) -> None:
    """Here only: the host's clock is not ours to set."""
    program = compiled(Path(__file__).with_name("clock_set.c"), tmp_path)
    script = tmp_path / "script"
    script.write_text(whole([f"$PROGRAMS/{program.name}"]), encoding="utf-8")
    (said,) = here(script, {program.name: program})
    assert said.splitlines() == [
        "until then 0",
        "so long 1, left 1",
        "set 0",
        "wait 1, as long as that 1",
        "",
        "0 0",
    ]


def test_who_is_killed_in_a_long_call_ends_there(tmp_path: Path) -> None:
    """Here only: what would fill our memory would fill the host's disk."""
    program = compiled(Path(__file__).with_name("long_calls.c"), tmp_path)
    script = tmp_path / "script"
    script.write_text(whole([f"$PROGRAMS/{program.name}"]), encoding="utf-8")
    (said,) = here(script, {program.name: program})
    assert said.splitlines() == [
        "grown: signal 9, room for more 1",
        "hole: signal 9, room for more 1",
        "copied: signal 9, room for more 1",
        "",
        "0 0",
    ]


def test_the_processor_is_shared_by_nice_values_and_policies(tmp_path: Path) -> None:
    """Here only: the host may refuse policies of real time, and has several processors."""
    program = compiled(Path(__file__).with_name("urgencies.c"), tmp_path)
    script = tmp_path / "script"
    script.write_text(whole([f"$PROGRAMS/{program.name}"]), encoding="utf-8")
    (said,) = here(script, {program.name: program})
    assert said.splitlines() == [
        "0 and 10: 65",  # slices of 20 and 10 ms
        "0 and 19: nearly all",  # 20 and 1
        "-1 and 0: 80",  # 84 and 20
        "other and idle: nearly all",
        "real time and other: nearly all",
        "2 and 1: nearly all",
        "round robin: 50",
        "first in: nearly all",
        "order hml",
        "endless 0 of turns 100 ms",
        "child 0 parent -3",
        "",
        "0 0",
    ]
