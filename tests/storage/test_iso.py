# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/disk/hosted.flat
# One run in 3, unless changed: components/fs components/block components/mapping components/driver
"""Of a disc, our shell and Linux say the same: names, links, permissions, every byte."""

from __future__ import annotations

import re
import subprocess
import zlib
from pathlib import Path

import pytest
from disk_shell import shell_says
from linux import linux_says

_iso = ("drivers/cdrom/cdrom", "fs/isofs/isofs")


def _make(folder: Path, options: str) -> tuple[Path, dict[str, bytes]]:
    """A disc by genisoimage, and what its files are, by plain names that all discs have."""
    files = folder / "files"
    contents = {
        "a": b"a" * 2047,
        "deep/b": bytes(range(256)) * 16,
        "deep/er/c": b"".join(b"%d\n" % i for i in range(40_000)),
        "deep/er/empty": b"",
    }
    for name, each in contents.items():
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_bytes(each)
    (files / "deep" / "link").symlink_to("er/c")
    (files / "a").chmod(0o640)
    image = folder / "image"
    words: list[str | Path] = ["genisoimage", "-quiet", *options.split(), "-o", image, files]
    subprocess.run(words, check=True, capture_output=True)
    return image, contents


@pytest.mark.parametrize("options", ["-R", ""], ids=["rock-ridge", "plain"])
def test_linux_reads_of_a_disc_what_we_read(tmp_path: Path, options: str) -> None:
    image, contents = _make(tmp_path, options)
    sums = [f"checksum m/{name}" for name in contents]
    ours = shell_says(image, "mkdir m", "mount disk m ro", "ls m", "ls m/deep", *sums)
    for each in contents.values():
        assert f"checksum {zlib.crc32(each):#x} of {len(each)} bytes" in ours, ours
    theirs = linux_says(
        tmp_path,
        image,
        "-t iso9660 -o ro",
        "echo begin; ls -la .; ls -la deep; echo end",
        *(f"echo crc $(busybox crc32 {name})" for name in contents),
        needs=_iso,
    )
    for each in contents.values():
        assert f"crc {zlib.crc32(each):08x}" in theirs, theirs
    has_modes = options == "-R"
    assert _nodes(theirs, has_modes=has_modes) == _nodes(ours, has_modes=has_modes)


def _nodes(listed: str, *, has_modes: bool) -> set[tuple[str, str]]:
    """Names of a listing by `ls`, with where links lead, and permissions if the disc has such."""
    found = re.findall(r"^([dl-][rwx-]{9}) .*? (\S+(?: -> \S+)?)$", listed, re.MULTILINE)
    assert found, listed
    return {(mode if has_modes else mode[0], name) for mode, name in found if name != ".."}
