# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/hosted.flat
"""What our shell writes to a disk of System V's format, Linux reads, and the other way round."""

from __future__ import annotations

from pathlib import Path

from disk_shell import shell_says
from linux import linux_says
from system_v import make_disk


def test_linux_reads_what_we_have_written_and_we_what_linux_has(tmp_path: Path) -> None:
    image = tmp_path / "image"
    make_disk(image, 8192)
    load = ("fs/sysv/sysv",)
    options = "-t sysv"
    made = linux_says(tmp_path, image, options, "seq 0 99999 > numbers", "mkdir deep", needs=load)
    assert "no mount" not in made, made
    ours = shell_says(
        image,
        "mkdir m",
        "mount disk m",
        "cd m",
        "mkdir made",
        "cp numbers made/copy",
        "checksum made/copy",
        "put made/note line",
        "ln made/note made/again",
        "rm numbers",
        "rm deep",
        "df",
        "cd /",
        "umount m",
    )
    assert "checksum 0x3255231a of 588890 bytes" in ours, ours
    theirs = linux_says(
        tmp_path,
        image,
        options,
        "cat made/note",
        "md5sum made/copy",
        "stat -c '%n %h %s' made made/again",
        "test -e deep || echo gone",
        "seq 1 50000 > made/theirs && ln -s theirs made/link && rm made/copy",
        needs=load,
    )
    for line in ("line", "made 2 80", "made/again 2 5", "gone"):
        assert f"\n{line}" in theirs, theirs
    assert "1933b84f18ddb7545c63962be5d10bb5  made/copy" in theirs
    again = shell_says(image, "mkdir m", "mount disk m ro", "ls m/made", "checksum m/made/link")
    assert "link -> theirs" in again, again
    assert "checksum 0xfb23b145 of 288894 bytes" in again, again
