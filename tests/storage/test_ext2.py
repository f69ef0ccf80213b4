# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/hosted.flat
# One run in 3, unless changed: components/fs components/block components/mapping components/driver
"""What our shell writes to an ext2, e2fsck finds whole and Linux reads, and the other way round."""

from __future__ import annotations

import subprocess
from pathlib import Path

from disk_shell import shell_says
from linux import linux_says


def _make(folder: Path) -> Path:
    """A disk with a few files, by mke2fs."""
    files = folder / "files"
    (files / "deep" / "deeper").mkdir(parents=True)
    (files / "greeting").write_text("hello world\n")
    (files / "deep" / "numbers").write_text("".join(f"{i}\n" for i in range(100_000)))
    image = folder / "image"
    command: list[str | Path] = [
        "/usr/sbin/mke2fs",
        "-q",
        "-F",
        "-t",
        "ext2",
        "-d",
        files,
        image,
        "8M",
    ]
    subprocess.run(command, check=True)
    return image


def _check(image: Path) -> None:
    command: list[str | Path] = ["/usr/sbin/e2fsck", "-f", "-n", image]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_linux_reads_what_we_have_written_and_we_what_linux_has(tmp_path: Path) -> None:
    image = _make(tmp_path)
    ours = shell_says(
        image,
        "mkdir m",
        "mount disk m",
        "cd m",
        "cat greeting",
        "mkdir made",
        "cp deep/numbers made/copy",
        "checksum made/copy",
        "mv deep/deeper made/moved",
        "ln greeting made/again",
        "put made/note line",
        "rm deep/numbers",
        "rm deep",
        "sync",
        "cd /",
        "umount m",
    )
    assert "hello world" in ours
    assert "checksum 0x3255231a of 588890 bytes" in ours, ours
    _check(image)
    theirs = linux_says(
        tmp_path,
        image,
        "-t ext2",
        "cat made/note",
        "md5sum made/copy",
        "stat -c '%n %h %s' made made/again",
        "test -e deep || echo gone",
        "seq 1 50000 > made/theirs && ln -s theirs made/link && rm made/copy",
    )
    for line in ("line", "made 3 1024", "made/again 2 12", "gone"):
        assert f"\n{line}" in theirs, theirs
    assert "1933b84f18ddb7545c63962be5d10bb5  made/copy" in theirs
    _check(image)
    again = shell_says(image, "mkdir m", "mount disk m ro", "ls m/made", "checksum m/made/link")
    assert "link -> theirs" in again
    assert "checksum 0xfb23b145 of 288894 bytes" in again, again


def test_a_disk_that_was_not_unmounted_is_not_written_to(tmp_path: Path) -> None:
    image = _make(tmp_path)
    shell_says(image, "mkdir m", "mount disk m", "put m/new x")
    command: list[str | Path] = ["/usr/sbin/debugfs", "-w", "-R", "set_super_value state 0", image]
    subprocess.run(command, check=True, capture_output=True)
    said = shell_says(image, "mkdir m", "mount disk m", "mount disk m ro", "cat m/new")
    assert "it was not left whole" in said
    assert "\nx\n" in said
