# SPDX-License-Identifier: BSD-2-Clause
# Reads: core dimensions/arch tools/memtrace tools/cli
# One run in 3, unless changed: tools/memtrace
"""The plugin records how a guest's kernel accesses the objects that it tells of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile
from guests import Configuration, configurations, here, passed, qemu_command, run_guest
from test_memtrace_options import refusal

Build = Callable[[Path], Path]
longest = 1024

one_processor = [each for each in configurations if "-smp" not in each.arguments]


def address_of(image: Path, symbol: str) -> int:
    with image.open("rb") as stream:
        (found,) = ELFFile(stream).get_section_by_name(".symtab").get_symbol_by_name(symbol)
        address: int = found["st_value"]
        return address


def sequences(profile: dict[str, Any], name: str) -> list[tuple[int, bool, list[Any]]]:
    """How often, whether cut, and the accesses; in the order of their first times."""
    (found,) = (each for each in profile["classes"] if each["name"] == name)
    return [(each["times"], each["cut"], each["accesses"]) for each in found["sequences"]]


@pytest.mark.parametrize("configuration", one_processor, ids=lambda each: each.name)
def test_sequences_are_those_of_the_source(
    configuration: Configuration, guest: Build, plugin: Path, tmp_path: Path
) -> None:
    image = guest(here / "guest" / "objects.S")
    out = tmp_path / "profile.json"
    run = run_guest(image, tmp_path, plugin, configuration.arguments, options=f",profile={out}")
    assert run.status == passed, run.errors
    profile = json.loads(out.read_text(encoding="utf-8"))
    assert [each["name"] for each in profile["classes"]] == ["sample::Pair", "Word"]
    assert [each["size_bytes"] for each in profile["classes"]] == [16, 8]
    second = [[0, 0, 8, "read"], [0, 12, 1, "write"]]
    assert sequences(profile, "sample::Pair") == [
        (3, False, [*second, [1, 4, 2, "write"]]),
        (1, False, second),  # the first object is forgotten
        (1, True, [[0, 0, 8, "read"]] * longest),
    ]
    assert sequences(profile, "Word") == [(4, False, [[0, 0, 4, "read"], [0, 0, 4, "write"]])]
    entry = f"{address_of(image, 'system_call'):#x}"
    assert {each["entry"] for one in profile["classes"] for each in one["sequences"]} == {entry}
    assert profile["malformed_records"] == 1
    assert profile["longest"] == longest


def test_a_profile_needs_the_memory_and_one_processor(
    guest: Build, plugin: Path, tmp_path: Path
) -> None:
    image = guest(here / "guest" / "objects.S")
    ram = tmp_path / "ram"
    options = f"{plugin},profile={tmp_path / 'profile.json'}"
    without = refusal([*qemu_command(image, ram), "-plugin", options])
    assert "memtrace: profile= needs ram=FILE\n" in without
    command = [
        *qemu_command(image, ram),
        "-smp",
        "2",
        "-plugin",
        f"{options},ram={ram}",
    ]
    assert "memtrace: profile= needs a machine with one processor\n" in refusal(command)
