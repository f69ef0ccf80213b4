# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/hosted.flat
"""What our shell writes to an FFS, Linux, sleuthkit and dissect read."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from disk_shell import shell_says
from dissect.ffs.ffs import FFS
from linux import linux_says

_super_block = 8192
_second_super_block = 65536


def _make(folder: Path, version: int, order: str) -> Path:
    """A disk with a few files, by makefs. What it makes first of all is a file of 100 KB, in which
    another superblock has room."""
    files = folder / "files"
    (files / "deep").mkdir(parents=True)
    (files / "a-room").write_bytes(bytes(100_000))
    (files / "greeting").write_text("hello world\n")
    (files / "deep" / "numbers").write_text("".join(f"{i}\n" for i in range(100_000)))
    image = folder / "image"
    options = ["-t", "ffs", "-s", "8m", "-f", "50", "-B", order, "-o", f"version={version}"]
    command: list[str | Path] = ["/usr/sbin/makefs", *options, image, files]
    subprocess.run(command, check=True, capture_output=True)
    return image


def _give_to_others(image: Path, version: int) -> None:
    """Puts the superblock of UFS2 where all others than makefs have it, in the file with room."""
    if version == 1:
        return
    contents = bytearray(image.read_bytes())
    assert not any(contents[_second_super_block : _second_super_block + 8192])
    super_block = contents[_super_block : _super_block + 8192]
    super_block[1000:1008] = _second_super_block.to_bytes(8, "little")
    contents[_second_super_block : _second_super_block + 8192] = super_block
    image.write_bytes(contents)


def _files_by_dissect(image: Path) -> dict[str, tuple[int, bytes | None]]:
    """All files of a disk: how many names each has, and what is in it."""
    found: dict[str, tuple[int, bytes | None]] = {}
    with image.open("rb") as disk:
        folders = [("", FFS(disk).root)]
        while folders:
            above, folder = folders.pop()
            for node in folder.iterdir():
                path = f"{above}{node.name}"
                if node.is_dir() and node.name not in (".", ".."):
                    folders.append((f"{path}/", node))
                elif node.is_file():
                    contents = None if path == "a-room" else node.open().read()
                    found[path] = (node.inode.di_nlink, contents)
    return found


@pytest.mark.parametrize("version", [1, 2])
def test_what_our_shell_writes_is_read_by_others(tmp_path: Path, version: int) -> None:
    image = _make(tmp_path, version, "le")
    ours = shell_says(
        image,
        "mkdir m",
        "mount disk m",
        "cd m",
        "cat greeting",
        "mkdir made",
        "cp deep/numbers made/copy",
        "checksum made/copy",
        "ln greeting made/again",
        "put made/note line",
        "rm deep/numbers",
        "rm deep",
        "cd /",
        "umount m",
    )
    assert "hello world" in ours
    assert "checksum 0x3255231a of 588890 bytes" in ours, ours
    _give_to_others(image, version)
    kind = {1: "44bsd", 2: "ufs2"}[version]
    theirs = linux_says(
        tmp_path,
        image,
        f"-t ufs -o ro,ufstype={kind}",
        "cat made/note",
        "md5sum made/copy",
        "stat -c '%n %h %s' made made/again",
        "test -e deep || echo gone",
        needs=("fs/ufs/ufs",),
    )
    for line in ("line", "made 2 512", "made/again 2 12", "gone"):
        assert f"\n{line}" in theirs, theirs
    assert "1933b84f18ddb7545c63962be5d10bb5  made/copy" in theirs
    words: list[str | Path] = ["fls", "-f", f"ufs{version}", "-r", "-p", image]
    names = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = {line.split("\t")[1]: line.split()[1].rstrip(":") for line in names.splitlines()}
    read: list[str | Path] = ["icat", "-f", f"ufs{version}", image, found["made/note"]]
    assert subprocess.run(read, capture_output=True, check=True).stdout == b"line\n"
    numbers = "".join(f"{i}\n" for i in range(100_000)).encode()
    assert _files_by_dissect(image) == {
        "a-room": (1, None),  # another superblock is in it
        "greeting": (2, b"hello world\n"),
        "made/again": (2, b"hello world\n"),
        "made/copy": (1, numbers),
        "made/note": (1, b"line\n"),
    }
