# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/doom
# Builds: kernels/doom
# One run in 3, unless changed: kernels/doom components/doom components/driver
"""Doom draws what it draws on the frame buffer of Linux, and says what is wrong with its levels."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from doom_disk import make_disk
from doom_on_linux import build_engine, find_wad, play_on_machine
from doom_pictures import pictures_of, rows_of

from flatland import paths

demo = "kernels/doom/pictures.flat"
from_disk = "kernels/doom/from-disk.flat"


def run(*words: str | Path, kernel: str = demo) -> subprocess.CompletedProcess[str]:
    """What `flat run` makes of the demo, in `flat`."""
    command = [
        str(paths.kit / "flat"),
        "run",
        kernel,
        "--variant",
        "flat",
        "--timeout",
        "120",
    ]
    return subprocess.run(
        [*command, *map(str, words)],
        cwd=paths.kit,
        capture_output=True,
        text=True,
        check=False,
    )


def frames(text: str) -> list[str]:
    """The lines about frames."""
    return [line for line in text.splitlines() if line.startswith("tic ")]


@pytest.fixture(scope="module")
def wad() -> Path:
    """The levels of Debian's package freedoom."""
    return find_wad()


@pytest.fixture(scope="module")
def on_linux(wad: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the engine draws on the frame buffer there."""
    folder = tmp_path_factory.mktemp("linux")
    return frames(play_on_machine(build_engine(folder), wad, folder, 320, 200))


def test_frames_of_a_demo_are_those_that_the_engine_draws_on_linux(
    on_linux: list[str],
) -> None:
    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(on_linux) == 20 and len(set(on_linux)) == 20
    assert frames(done.stdout) == on_linux
    files = pictures_of(done.stderr)
    assert [file.stem for file in files] == ["tic-175", "tic-350", "tic-525", "tic-700"]
    for file in files:
        assert f"{file.stem.replace('-', ' ')}: frame {hash_of(file):#x}" in on_linux


def hash_of(picture: Path) -> int:
    """Of the pixels, by FNV-1a."""
    result = 0xCBF29CE484222325
    for row in rows_of(picture):
        for at in range(0, len(row), 3):
            pixel = int.from_bytes(row[at : at + 3], "big")
            result = (result ^ pixel) * 0x100000001B3 % 2**64
    return result


@pytest.mark.parametrize(
    ("bytes_of_it", "problem"),
    [
        (0, "there is no WAD"),
        (1 << 20, "the WAD is incomplete"),
        (None, "the file is no WAD with a whole game"),
    ],
)
def test_a_wad_that_is_missing_or_broken_is_told_and_where_there_is_one(
    wad: Path, tmp_path: Path, bytes_of_it: int | None, problem: str
) -> None:
    broken = tmp_path / "broken.wad"
    with wad.open("rb") as whole:
        broken.write_bytes(b"not a WAD" if bytes_of_it is None else whole.read(bytes_of_it))
    done = run("--module", broken)
    assert done.returncode == 1
    assert f"doom: {problem}" in done.stdout and "freedoom" in done.stdout


def test_a_file_that_is_not_there_is_no_module() -> None:
    done = run("--module", "/nowhere/at/all.wad")
    assert done.returncode == 1
    assert done.stderr.startswith("error[F0821]")


@pytest.mark.parametrize("format_of_it", ["ext2", "fat"])
def test_the_levels_may_be_a_file_of_a_disk(
    on_linux: list[str], wad: Path, tmp_path: Path, format_of_it: str
) -> None:
    make_disk(tmp_path / "disk", format_of_it, [wad])
    done = run("--disk", tmp_path / "disk", kernel=from_disk)
    assert done.returncode == 0, done.stdout + done.stderr
    assert frames(done.stdout) == on_linux


def test_a_disk_without_them_is_told(tmp_path: Path) -> None:
    make_disk(tmp_path / "disk", "ext2", [])
    for words in ((), ("--disk", tmp_path / "disk")):
        done = run(*words, kernel=from_disk)
        assert done.returncode == 1
        assert "there is no file `freedoom1.wad` on the disk" in done.stdout
        assert "doom: there is no WAD" in done.stdout and "freedoom" in done.stdout
