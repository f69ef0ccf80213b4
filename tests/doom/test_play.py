# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/doom
# Builds: kernels/doom
# One run in 6, unless changed: kernels/doom components/doom components/driver
"""Doom is played by keys and a mouse, PS/2's and virtio's, and a saved game lasts.

So without and with flattening, by both compilers; a usual run tries one of these ways.
"""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest
from doom_disk import make_disk
from doom_on_linux import find_wad
from doom_pictures import pictures_of, rows_of

from flatland import paths

ps2 = "kernels/doom/doom.flat"
virtio = "kernels/doom/on-disk.flat"

# `end` is no key of the game's, so holding it passes time.
look = "print,after:a picture"
begin = f"end/1000,{look},esc,ret/500,ret/500,ret/500,end/1500,{look}"
# To where no light flickers, in steps that a mouse of PS/2 can tell at once.
turn = ",".join([f"mouse+250+0,end/150,{look}"] * 4)
leave = "f10/500,y"


def play(way: list[str], kernel: str, keys: str, *words: str | Path) -> tuple[str, list[Path]]:
    """What the game says while these keys are pressed, and the pictures that it makes, in order."""
    command = [paths.kit / "flat", "run", kernel, *way, "--headless"]
    command += ["--timeout", "200", "--keys", keys, *words]
    done = subprocess.run(
        list(map(str, command)), cwd=paths.kit, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, pictures_of(done.stderr)


def patch_of(wad: bytes, name: str, new_name: str) -> bytes:
    """A WAD in which a lump of another one has this name (The Unofficial Doom Specs, chapter 2)."""
    lumps, directory = struct.unpack_from("<II", wad, 4)
    entries = struct.iter_unpack("<II8s", wad[directory : directory + 16 * lumps])
    offset, size, _ = next(each for each in entries if each[2].rstrip(b"\0") == name.encode())
    head = struct.pack("<4sII", b"PWAD", 1, 12 + size)
    entry = struct.pack("<II8s", 12, size, new_name.encode())
    return head + wad[offset : offset + size] + entry


def view(picture: Path) -> list[bytes]:
    """What the player sees, without messages above it and the face below."""
    return rows_of(picture)[16:168]


@pytest.fixture(scope="module", params=["clang", "g++"])
def compiler(request: pytest.FixtureRequest) -> str:
    """The compiler of both kernels."""
    return str(request.param)


@pytest.fixture(scope="module", params=["virtual", "flat"])
def variant(request: pytest.FixtureRequest) -> str:
    """The variant of both kernels."""
    return str(request.param)


@pytest.fixture(scope="module")
def way(compiler: str, variant: str) -> list[str]:
    """How both kernels are built."""
    return ["--compiler", compiler, "--variant", variant]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory, way: list[str]) -> Path:
    """A disk for kernels built so, with the levels, and another picture to begin with."""
    folder = tmp_path_factory.mktemp("disk")
    patch = folder / "patch.wad"
    patch.write_bytes(patch_of(find_wad().read_bytes(), "CREDIT", "TITLEPIC"))
    make_disk(folder / "disk", "ext2", [find_wad(), patch])
    return folder / "disk"


@pytest.fixture(scope="module")
def saved(disk: Path, way: list[str]) -> list[list[bytes]]:
    """What was seen first, at a game's begin, after a turn, and when it had been saved there."""
    save = f"f2/100,ret/100,a,b,ret/500,after:is on the disk,{look}"
    said, pictures = play(way, virtio, f"{begin},{turn},{save},{leave}", "--disk", disk)
    assert "doom: what was written is on the disk" in said and " adding patch.wad" in said
    title, before, *_, after, last = map(view, pictures)
    return [title, before, after, last]


def test_a_mouse_turns_the_player(saved: list[list[bytes]]) -> None:
    _, before, after, _ = saved
    assert before != after


def test_a_game_of_keys_and_a_mouse_of_ps2_is_that_of_virtio(
    saved: list[list[bytes]], way: list[str]
) -> None:
    said, pictures = play(way, ps2, f"{begin},{turn},f2/300,{look},esc,{leave}")
    title, before, *_, after, refused = map(view, pictures)
    assert [before, after] == saved[1:3]
    assert title != saved[0]  # that of the levels, and of what takes the place of theirs
    assert refused != after  # it says that there is nothing to save
    assert "frames took longer" in said


def test_a_saved_game_is_there_after_another_start(
    disk: Path, saved: list[list[bytes]], way: list[str]
) -> None:
    load = f"end/1000,f3/300,ret/500,{look},{look},{look}"
    _, pictures = play(way, virtio, f"{load},{leave}", "--disk", disk)
    assert view(pictures[-1]) == saved[-1]
