# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/hosted.flat
# One run in 3, unless changed: components/fs components/block components/mapping components/driver
"""What our shell writes to a FAT, fsck.fat finds whole, and mtools and Linux read."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest
from disk_shell import shell_says
from linux import linux_says


@pytest.mark.parametrize(
    ("bits", "kibibytes"), [("12", 1440), ("16", 16384), ("32", 69632)], ids=["12", "16", "32"]
)
def test_what_our_shell_writes_is_whole_and_read_by_others(
    tmp_path: Path, bits: str, kibibytes: int
) -> None:
    image = tmp_path / "image"
    make = ["/usr/sbin/mkfs.fat", "-C", "-F", bits, str(image), str(kibibytes)]
    subprocess.run(make, check=True, capture_output=True)
    numbers = tmp_path / "numbers"
    numbers.write_text("".join(f"{i}\n" for i in range(60_000)))
    subprocess.run(["mcopy", "-i", image, numbers, "::"], check=True)
    said = shell_says(
        image,
        "mkdir m",
        "mount disk m",
        "mkdir m/Some-Folder",
        "cp m/numbers m/Some-Folder/copied.numbers",
        "put m/Some-Folder/greeting hello",
        "mv m/Some-Folder/greeting m/Greeting",
        "rm m/numbers",
        "umount m",
    )
    assert "mount:" not in said and "cp:" not in said and "mv:" not in said, said
    check = subprocess.run(
        ["/usr/sbin/fsck.fat", "-n", image], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stdout
    out = tmp_path / "out"
    out.mkdir()
    subprocess.run(["mcopy", "-s", "-i", image, "::/", out], check=True)
    assert (out / "Greeting").read_text() == "hello\n"
    assert (out / "Some-Folder" / "copied.numbers").read_text() == numbers.read_text()
    assert not (out / "numbers").exists()


_vfat = ("fs/nls/nls_cp437", "fs/nls/nls_utf8", "fs/fat/fat", "fs/fat/vfat")


@pytest.mark.parametrize(("bits", "kibibytes"), [("12", 1440), ("32", 69632)], ids=["12", "32"])
def test_linux_reads_what_we_have_written_and_we_what_linux_has(
    tmp_path: Path, bits: str, kibibytes: int
) -> None:
    image = tmp_path / "image"
    make = ["/usr/sbin/mkfs.fat", "-C", "-F", bits, str(image), str(kibibytes)]
    subprocess.run(make, check=True, capture_output=True)
    options = "-t vfat -o codepage=437,iocharset=utf8,tz=UTC"
    made = linux_says(tmp_path, image, options, "seq 0 59999 > numbers", "mkdir deep", needs=_vfat)
    assert "no mount" not in made, made
    ours = shell_says(
        image,
        "mkdir m",
        "mount disk m",
        "cd m",
        "mkdir Made-by-us",
        "cp numbers Made-by-us/copied.numbers",
        "put Made-by-us/Übung line",
        "rm numbers",
        "rm deep",
        "cd /",
        "umount m",
    )
    assert ": " not in ours.replace("flat: ", ""), ours
    theirs = linux_says(
        tmp_path,
        image,
        options,
        "cat Made-by-us/Übung",
        "md5sum Made-by-us/copied.numbers",
        "find . | sort",
        "seq 1 50000 > Made-by-us/Ελλάδα.theirs",
        "rm Made-by-us/copied.numbers",
        needs=_vfat,
    )
    numbers = "".join(f"{i}\n" for i in range(60_000)).encode()
    assert f"{hashlib.md5(numbers).hexdigest()}  Made-by-us/copied.numbers" in theirs, theirs
    assert "\nline\n" in theirs, theirs
    names = "./Made-by-us\n./Made-by-us/copied.numbers\n./Made-by-us/Übung\n"
    assert f"\n.\n{names}" in theirs, theirs
    again = shell_says(
        image, "mkdir m", "mount disk m", "ls m/made-by-us", "checksum m/made-by-us/ελλάδα.THEIRS"
    )
    assert "checksum 0xfb23b145 of 288894 bytes" in again, again
    assert "copied" not in again, again
