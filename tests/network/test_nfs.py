# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/nfs.flat kernels/disk/nfs-lossy.flat
# One run in 6, unless changed: components/fs/nfs components/rpc components/net
"""A kernel mounts what the system's NFS server exports, and the host sees what it has done."""

from __future__ import annotations

import filecmp
import os
import random
import signal
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cable import build, kit, network
from nfs_peer import Ganesha, Shell, address_of, ganesha, shell

_kernel = str(kit / "kernels/disk/nfs.flat")
_gone = "the server does not answer"


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[tuple[Shell, Ganesha]]:
    """A kernel that has a folder of the host's at `m`, and the server of that."""
    with network() as tap, ganesha(folder) as server, shell(image, tap) as kernel:
        assert kernel.says("mkdir m", f"mount {address_of(folder)} m") == []
        yield kernel, server


@pytest.fixture(scope="module")
def image() -> Path:
    """The kernel, as most tests run it."""
    return build(_kernel)


def fill(folder: Path, files: int) -> None:
    """Makes a tree of random files, of sizes around those of pages and calls."""
    chance = random.Random(files)
    places = [folder, folder / "one", folder / "one" / "two", folder / "ä"]
    for each in places[1:]:
        each.mkdir()
    sizes = (0, 1, 4095, 4096, 4097, 65536, 65537, 300_000)
    for number in range(files):
        data = chance.randbytes(sizes[number % len(sizes)])
        (chance.choice(places) / f"file{number}").write_bytes(data)
    (folder / "link").symlink_to("one/two")


def files_of(folder: Path) -> list[str]:
    """The paths of all files in a folder."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(str(path.relative_to(folder)) for path in found)


def read_and_write(kernel: Shell, folder: Path) -> None:
    """Has the kernel read a tree, and copy it; both sides must have the same bytes."""
    files = files_of(folder)
    said = kernel.says(*(f"checksum m/{each}" for each in files))
    sums = [(folder / each).read_bytes() for each in files]
    assert said == [f"checksum {zlib.crc32(data):#x} of {len(data)} bytes" for data in sums]
    copies = [f"cp m/{each} m/copies/{number}" for number, each in enumerate(files)]
    assert kernel.says("mkdir m/copies", *copies, "sync m") == []
    for number, each in enumerate(files):
        assert filecmp.cmp(folder / each, folder / "copies" / str(number), shallow=False), each


@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_a_tree_is_read_and_written(variant: str, tmp_path: Path) -> None:
    fill(tmp_path, 32)
    with mounted(build(_kernel, "--variant", variant), tmp_path) as (kernel, _):
        read_and_write(kernel, tmp_path)
        assert kernel.says("umount m", "ls m") == [
            "drwxr-xr-x 2 0 .",
            "drwxr-xr-x 3 0 ..",
        ]


def test_a_bad_cable_changes_nothing(tmp_path: Path) -> None:
    fill(tmp_path, 16)
    with mounted(build(str(kit / "kernels/disk/nfs-lossy.flat")), tmp_path) as (kernel, _):
        read_and_write(kernel, tmp_path)


def test_names_are_made_moved_and_removed(image: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("as it was\n")
    with mounted(image, tmp_path) as (kernel, _):
        done = ("mkdir m/d", "put m/d/new word", "mv m/d/new m/moved", "ln m/moved m/again")
        assert kernel.says(*done, "mkdir m/full", "put m/full/f x", "sync m") == []
        assert (tmp_path / "again").read_text() == "word\n"
        assert (tmp_path / "moved").stat().st_nlink == 2
        assert kernel.says("rm m/moved", "rm m/d", "rm m/full", "cat m/again") == [
            "rm: the directory is not empty",
            "word",
        ]
        assert sorted(os.listdir(tmp_path)) == ["again", "file", "full"]
        assert kernel.says("mv m/again m/file", "mv m/full m/file", "mv m/file m/full") == [
            "mv: it is no directory",
            "mv: it is a directory",
        ]
        assert (tmp_path / "file").read_text() == "word\n"
        assert kernel.says("mv m/full /f", "ln m/file /f") == [
            "mv: that is another file system",
            "ln: that is another file system",
        ]


def test_what_others_change_is_seen(image: Path, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("as it was\n")
    with mounted(image, tmp_path) as (kernel, _):
        assert kernel.says("cat m/file") == ["as it was"]
        path.write_text("as it is now, and longer\n")
        kernel.wait_until("cat m/file", ["as it is now, and longer"])
        path.write_text("short\n")
        kernel.wait_until("cat m/file", ["short"])
        assert kernel.says("put m/file more", "sync m") == []
        assert path.read_text() == "short\nmore\n"
        path.unlink()
        kernel.wait_until("cat m/file", ["cat: there is no such name"])


def test_a_long_directory_is_listed_once(image: Path, tmp_path: Path) -> None:
    names = {f"name-{number:04}-{'x' * (number % 150)}" for number in range(1500)}
    for each in names:
        (tmp_path / each).touch()
    with mounted(image, tmp_path) as (kernel, _):
        listed = [line.split()[-1] for line in kernel.says("ls m")]
        assert sorted(listed) == sorted(names | {".", ".."})


def test_a_server_that_stops_is_an_error_and_comes_back(image: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("as it was\n")
    with mounted(image, tmp_path) as (kernel, server):
        server.signal(signal.SIGSTOP)
        said = kernel.says("cat m/file", "mkdir m/d", "ls m")
        assert said == [f"cat: {_gone}", f"mkdir: {_gone}", f"ls: {_gone}"]
        assert kernel.says("put /here word", "cat /here") == ["word"]
        server.signal(signal.SIGCONT)
        kernel.wait_until("cat m/file", ["as it was"])
        assert kernel.says("put m/file more", "sync m") == []
        server.end()
        kernel.wait_until("cat m/file", [f"cat: {_gone}"])  # until then what is known is not old
        server.start()
        kernel.wait_until("cat m/file", ["as it was", "more"])


def test_what_cannot_be_mounted_says_why(image: Path, tmp_path: Path) -> None:
    with network() as tap, ganesha(tmp_path) as server, shell(image, tap) as kernel:
        assert kernel.says("mkdir m", "mount 10.0.0.1:/no/such m") == ["mount: that is not allowed"]
        place = address_of(tmp_path)
        assert kernel.says(f"mount {place} m ro", "put m/file word", f"mount {place} m") == [
            "put: the file system cannot be written to",
            "mount: it is in use",
        ]
        assert kernel.says("umount m") == []
        server.end()
        assert kernel.says(f"mount {place} m") == [f"mount: {_gone}"]
