# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/hosted.flat
"""What our shell writes to a FAT, fsck.fat finds whole and mtools read."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from disk_shell import shell_says


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
