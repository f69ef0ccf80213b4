# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/demo
# Builds: kernels/distributed
# One run in 6, unless changed: components/remote/shared components/demo/sharing components/mapping
"""Two kernels in two machines share memory, and find out whether it is one memory."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from cable import build, kit, patience_s
from wire import Wire, kernel, wire

_folder = kit / "kernels/distributed"
_kernels = [_folder / "distributed.flat", _folder / "partner.flat"]
_programs = [
    "store buffering",
    "message passing",
    "load buffering",
    "independent reads of independent writes",
    "coherence of one word",
]


def images(folder: Path, options: tuple[str, ...] = (), attributes: str = "") -> list[Path]:
    """The home and its partner, with these attributes of both; few rounds in usual runs."""
    made = []
    for number, (base, kind) in enumerate(zip(_kernels, ("Home", "Copies"), strict=True)):
        lines = []
        if attributes:
            address = ', home = "52:54:00:00:00:01"' if number == 1 else ""
            shared = f"remote.shared.{kind} {{ count = 48{address}, {attributes} }}"
            lines.append(f"    {kind.lower()} = {shared};\n")
        if "FLAT_SEED" in os.environ:
            program = f"demo.sharing.Litmus {{ kernel = {number}, rounds = 40 }}"
            lines.append(f"    litmus = {program};\n")
        where = base
        if lines:
            where = folder / f"changed_{base.name}"
            head = f"assembly Changed{kind} extends {base.stem.capitalize()} {{\n"
            where.write_text("".join([head, *lines, "}\n"]))
        made.append(build(str(where), *options))
    return made


def assert_one_memory(said: list[str]) -> None:
    """The kernel of the home has found nothing that one memory cannot give."""
    found = [re.match(r"(.*): \d+ rounds, (\d+) results, all of one memory", one) for one in said]
    results = [(one[1], int(one[2])) for one in found if one]
    assert [name for name, _ in results] == [name for name in _programs for _ in range(2)], said
    # Threads that really run at once have other results in other rounds.
    assert sum(kinds >= 2 for _, kinds in results) >= len(results) // 2, said
    assert "100 counts under Peterson's lock: none is lost" in said
    assert said[-1].startswith("all programs have one memory"), said


def run_both(made: list[Path], cable: Wire) -> list[str]:
    """What the home says until its end."""
    with kernel(made[0], cable, 0) as home, kernel(made[1], cable, 1) as partner:
        said = home.communicate(timeout=4 * patience_s)[0].splitlines()
        end = partner.communicate(timeout=patience_s)[0].splitlines()
    assert end[-1].startswith("all programs have one memory"), end
    return said


@pytest.mark.parametrize("compiler", ["clang", "g++"])
@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_two_machines_have_one_memory(tmp_path: Path, variant: str, compiler: str) -> None:
    made = images(tmp_path, ("--variant", variant, "--compiler", compiler))
    with wire(tmp_path) as cable:
        assert_one_memory(run_both(made, cable))


def test_a_cable_that_loses_doubles_spoils_and_reorders_changes_nothing(
    tmp_path: Path,
) -> None:
    made = images(tmp_path, attributes="tries = 30, first_ms = 5, most_ms = 20")
    with wire(tmp_path, fault_percent=3, reorders=True) as cable:
        assert_one_memory(run_both(made, cable))


def said_until(process: subprocess.Popen[str], text: str) -> list[str]:
    said = []
    assert process.stdout
    for line in process.stdout:
        said.append(line.rstrip())
        if text in line:
            return said
    raise AssertionError(said)


@pytest.mark.parametrize("dead", [0, 1])
def test_who_is_left_has_errors_in_time_and_usable_pages(tmp_path: Path, dead: int) -> None:
    made = images(tmp_path, attributes="tries = 4, most_ms = 100")
    with (
        wire(tmp_path) as cable,
        kernel(made[0], cable, 0) as home,
        kernel(made[1], cable, 1) as partner,
    ):
        both = [home, partner]
        if dead == 0:
            said_until(home, "message passing")
        else:
            said_until(home, "store buffering")
        both[dead].kill()
        said = both[1 - dead].communicate(timeout=2 * patience_s)[0]
    left = re.search(r"is gone: (\d+) pages can be written, (\d+) read only, (\d+) are lost", said)
    assert left, said
    usable = int(left[1])
    assert 0 < usable <= 48 and "panic" not in said, said
