# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions kernels
# One run in 3, unless changed: tools/cli/flatland/builder
"""A limit of memory below what an image needs is refused when that is linked."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from flatland.builder.memory_limits import MemoryLimit, check_limits, needed_pages
from flatland.diagnostics import FlatError
from tests.builder.sample import flat, make_workspace

kernel = """// SPDX-License-Identifier: BSD-2-Clause
// A domain with a limit of memory.
assembly Limited extends BASE {
    app_limit = api.MemoryLimit {
        domain = "app", pages = PAGES
    };
    MORE
    domain app {
        nothing = boot.Nothing;
        ledger = demo.ledger.SmallLedger;
    }
}
"""

_read, _write = 4, 2
_load, _stack = 1, 0x6474E551


def elf(folder: Path, *segments: tuple[int, int, int, int, int]) -> Path:
    """A program with segments: type, flags, address, bytes in the file, bytes in memory."""
    file = folder / "app.elf"
    header = struct.pack("<16s16xQ14xHH6x", b"\x7fELF", 64, 56, len(segments))
    rows = (
        struct.pack("<IIQQQQQQ", kind, flags, 0, address, address, stored, size, 0x1000)
        for kind, flags, address, stored, size in segments
    )
    file.write_bytes(header + b"".join(rows))
    return file


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Three pages to be read, one to be written with two after it, and what is not loaded."""
    return elf(
        tmp_path,
        (_load, _read, 0x400FFF, 0x1002, 0x1002),
        (_load, _read | _write, 0x404000, 0x10, 0x2001),
        (_stack, _read | _write, 0, 0, 0x10000),
    )


def test_a_domain_needs_what_its_file_has_and_a_page_of_its_stack(program: Path) -> None:
    assert needed_pages(program, "x86_64") == 3 + 1 + 1


def test_a_process_needs_all_that_can_be_written(program: Path) -> None:
    assert needed_pages(program, "hosted") == 3


def test_a_limit_that_suffices_or_whose_image_is_not_made_is_none_to_refuse(program: Path) -> None:
    file = str(program)
    limits = [MemoryLimit("app", 5, "a", file, 1, 1), MemoryLimit("books", 1, "b", file, 1, 1)]
    check_limits(limits, "x86_64", {"app": program, "books": program.with_name("none")})
    with pytest.raises(FlatError, match="`b` leaves domain `books` 1 pages, and it needs 5"):
        check_limits(limits, "x86_64", {"app": program, "books": program})


@pytest.mark.parametrize("target", ["hosted", "x86_64"])
def test_the_build_says_how_many_pages_are_needed_and_takes_them(
    tmp_path: Path, target: str
) -> None:
    text = kernel.replace("BASE", "WithDomains").replace("MORE", "quotas = memory.Quotas;")
    assembly = {"kernels/limited/limited.flat": text.replace("PAGES", "1")}
    workspace = make_workspace(tmp_path, assembly)
    words = ("build", "limited", "-t", target, "--domain", "app")
    done = flat(workspace, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "error[F0728]: `app_limit` leaves domain `app` 1 pages" in done.stderr
    assert "kernels/limited/limited.flat:5:33" in done.stderr
    found = re.search(r'^ 5 \+ +domain = "app", pages = (\d+)$', done.stderr, re.MULTILINE)
    assert found, done.stderr
    file = workspace / "kernels/limited/limited.flat"
    for pages, status in (int(found[1]) - 1, 1), (int(found[1]), 0):
        file.write_text(text.replace("PAGES", str(pages)))
        done = flat(workspace, *words)
        assert done.returncode == status, done.stdout + done.stderr
