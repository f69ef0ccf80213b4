# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Archives of first files, beside what cpio's own format says (cpio(5), newc)."""

from __future__ import annotations

import stat
from pathlib import Path

from flatland.run.archive import Entry, entries, pack


def fields(header: bytes) -> list[int]:
    """The numbers of a header."""
    return [int(header[6 + 8 * i : 14 + 8 * i], 16) for i in range(13)]


def test_a_file_has_its_header_name_and_contents_aligned() -> None:
    packed = pack([Entry("etc/a", stat.S_IFREG | 0o644, b"12345")])
    assert packed.startswith(b"070701")
    numbers = fields(packed)
    assert numbers[1] == stat.S_IFREG | 0o644
    assert (numbers[6], numbers[11]) == (5, 6)
    assert packed[110:116] == b"etc/a\0"
    assert packed[116:124] == b"12345\0\0\0"
    assert packed[124:130] == b"070701"
    assert b"TRAILER!!!\0" in packed
    assert len(packed) % 4 == 0


def test_folders_come_before_what_is_in_them(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "motd").write_text("hello")
    program = tmp_path / "program"
    program.write_bytes(b"x")
    found = entries(tmp_path / "etc", {"usr/bin/p": program}, {"/usr/bin/p": ["usr/bin/q"]})
    names = [each.name for each in found]
    assert names.index("usr") < names.index("usr/bin") < names.index("usr/bin/p")
    link = next(each for each in found if each.name == "usr/bin/q")
    assert stat.S_ISLNK(link.mode) and link.contents == b"/usr/bin/p"
    null = next(each for each in found if each.name == "dev/null")
    assert stat.S_ISCHR(null.mode) and null.device == (1, 3)


def test_the_same_files_make_the_same_bytes() -> None:
    assert pack([Entry("a", 0o644)]) == pack([Entry("a", 0o644)])
