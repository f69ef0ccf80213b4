# SPDX-License-Identifier: BSD-2-Clause
# Reads: core dimensions/arch tools/memtrace tools/cli
# One run in 3, unless changed: tools/memtrace
"""The plugin's options are obeyed, or refused with a message before the guest runs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from guests import cases, counters, qemu_command, run_guest

Build = Callable[[Path], Path]


@pytest.fixture
def image(guest: Build) -> Path:
    return guest(next(case for case in cases if case.stem == "adjacent_marks"))


def refusal(command: Sequence[str]) -> str:
    """The messages of a QEMU that refuses to run."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize(
    "option",
    [
        "verbose=1",
        "rams=/tmp/ram",
        "ram=",
        "kernel=0x1000",
        "kernel=0x2000-0x1000",
        "kernel=-0x1000",
        "kernel=0x1000-0x2000-0x3000",
        "kernel=0-0x10000000000000000",
        "marks=0",
        "marks=-1",
        "marks=16777217",
        "marks=many",
    ],
)
def test_options_that_cannot_be_used_fail_the_load_and_list_the_options(
    option: str, image: Path, plugin: Path, tmp_path: Path
) -> None:
    command = [*qemu_command(image, tmp_path / "ram"), "-plugin", f"{plugin},{option}"]
    messages = refusal(command)
    assert f"memtrace: cannot use option '{option}'" in messages
    for name in ("ram=", "out=", "profile=", "kernel=", "marks="):
        assert f"\n  {name}" in messages


def test_a_missing_ram_file_is_named_and_how_to_make_one(
    image: Path, plugin: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing"
    command = [
        *qemu_command(image, tmp_path / "ram"),
        "-plugin",
        f"{plugin},ram={missing}",
    ]
    messages = refusal(command)
    assert f"ram={missing}: No such file or directory" in messages
    assert "memory-backend-file" in messages


def test_results_that_cannot_be_written_fail_the_load(
    image: Path, plugin: Path, tmp_path: Path
) -> None:
    out = tmp_path / "nowhere" / "out.json"
    command = [*qemu_command(image, tmp_path / "ram"), "-plugin", f"{plugin},out={out}"]
    assert f"cannot write out={out}: No such file or directory" in refusal(command)


def test_results_that_did_not_reach_the_disk_are_reported(
    image: Path, plugin: Path, tmp_path: Path
) -> None:
    command = [
        *qemu_command(image, tmp_path / "ram"),
        "-plugin",
        f"{plugin},out=/dev/full",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert "memtrace: cannot write out=/dev/full" in done.stderr


def test_results_name_files_of_any_name(image: Path, plugin: Path, tmp_path: Path) -> None:
    folder = tmp_path / 'a "quoted\\ name"\n'
    folder.mkdir()
    run = run_guest(image, folder, plugin)
    assert run.report["options"]["out"] == str(folder / "out.json")
    assert run.report["options"]["ram"] == str(folder / "ram")


def test_a_file_that_is_not_the_guests_memory_stays_as_it_is(
    image: Path, plugin: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_bytes(bytes(16 << 20))
    run = run_guest(image, tmp_path, plugin, options=f",ram={other}")
    assert [mark["record"] for mark in run.report["marks"]] == ["without-mark"] * 4
    assert not any(other.read_bytes())


def test_a_file_that_is_too_small_for_the_record_stays_as_it_is(
    image: Path, plugin: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_bytes(bytes(4096))
    run = run_guest(image, tmp_path, plugin, options=f",ram={other}")
    assert [mark["record"] for mark in run.report["marks"]] == ["outside-ram"] * 4


def test_marks_are_reported_without_a_ram_file(image: Path, plugin: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    command = [*qemu_command(image, tmp_path / "ram"), "-plugin", f"{plugin},out={out}"]
    assert subprocess.run(command, timeout=60, check=False).returncode == 33
    assert out.read_text(encoding="utf-8").count('"without-ram"') == 4


def test_the_kernel_is_the_range_that_was_given(image: Path, plugin: Path, tmp_path: Path) -> None:
    run = run_guest(image, tmp_path, plugin, options=",kernel=0x40000000-0x401fffff")
    assert run.report["options"]["kernel"] == "0x40000000-0x401fffff"
    total = run.report["processors"][0]
    assert total["kernel_instructions"] == 2  # the user program's EXIT
    assert {name: total[name] for name in counters if name.startswith("kernel_")} == {
        "kernel_instructions": 2,
        "kernel_reads": 0,
        "kernel_writes": 0,
        "kernel_lines": 0,
    }


def test_other_targets_are_refused(plugin: Path) -> None:
    command = [
        "qemu-system-i386",
        "-accel",
        "tcg",
        "-display",
        "none",
        "-plugin",
        str(plugin),
    ]
    assert "cannot count on target 'i386'; the targets are x86_64" in refusal(command)
