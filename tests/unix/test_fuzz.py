# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/unix
# Builds: kernels/unix hello
"""What reads archives and programs is given random contents, under sanitizers."""

from __future__ import annotations

import struct
from pathlib import Path

from flatland.run.archive import Entry, pack
from flatland.testing.libfuzzer import fuzz, includes_of

here = Path(__file__).resolve().parent
kit = here.parents[1]
_runs = 20_000


def includes() -> list[str | Path]:
    """What the compiler needs for components, as it has it for a kernel that is a process."""
    return includes_of("hello", "components/boot/hello.cpp", "hosted")


def test_random_archives_do_no_harm(tmp_path: Path) -> None:
    seeds = {
        "one": pack([Entry("etc/a", 0o100644, b"text")]),
        "two": pack([Entry("dev/null", 0o20666, b"", (1, 3)), Entry("b", 0o120777, b"a")]),
    }
    words = [*includes(), kit / "core" / "image" / "archive.cpp"]
    fuzz(tmp_path, here / "archive_fuzz.cpp", words, seeds, _runs, bytes_max=2048)


def test_random_programs_do_no_harm(tmp_path: Path) -> None:
    header = b"\x7fELF\2\1\1".ljust(16, b"\0")
    header += struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0x401000, 64, 0, 0, 64, 56, 2, 0, 0, 0)
    code = struct.pack("<IIQQQQQQ", 1, 5, 0, 0x400000, 0, 0x1800, 0x1800, 0x1000)
    data = struct.pack("<IIQQQQQQ", 1, 6, 0x2708, 0x402708, 0, 0x100, 0x2000, 0x1000)
    words = [*includes(), kit / "components" / "unix" / "elf_program.cpp"]
    seeds = {"program": header + code + data}
    fuzz(tmp_path, here / "program_fuzz.cpp", words, seeds, _runs, bytes_max=1024)
