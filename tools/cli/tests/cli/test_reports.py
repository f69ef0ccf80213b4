# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels docs/errors core dimensions
"""Tests of `flat report` and `flat clean`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from flatland.report.owned_symbols import owner_of
from flatland.report.size import Owners, input_sections
from tests.builder.sample import flat, make_workspace

link_map = """\
             VMA              LMA     Size Align Out     In      Symbol
ffffffff80200000           200000       30    16 .text
ffffffff80200000           200000       1d     1         /b/objects/t/objects/core/a.cpp.o:(.text.f)
ffffffff80200000           200000       1d     1                 flat::f(int)
ffffffff8020001d           20001d        a     1         <internal>:(.rodata.str1.1)
               0                0       99     1 .debug_info
               0                0       99     1         /b/objects/t/objects/a.o:(.debug_info)
"""


def test_input_sections_are_read_with_their_output_section() -> None:
    assert list(input_sections(link_map)) == [
        (".text", "/b/objects/t/objects/core/a.cpp.o", 0x1D),
        (".text", "<internal>", 0xA),
        (".debug_info", "/b/objects/t/objects/a.o", 0x99),
    ]


@pytest.mark.parametrize(
    ("file", "owner"),
    [
        ("/b/build/objects/t/objects/components/boot/hello.cpp.o", "boot.Hello"),
        ("/b/build/objects/t/composition-1/objects/components/boot/hello.cpp.o", "boot.Hello"),
        ("/b/build/objects/t/objects/kit/core/panic.cpp.o", "core"),
        ("/b/build/objects/t/objects/dimensions/arch/x86_64/start/boot.S.o", "arch x86_64"),
        ("/b/build/objects/t/lto-1/objects/dimensions/arch/x86_64/start/boot.S.o", "arch x86_64"),
        ("/b/build/kernels/hello/x86_64/modules.S.o", "boot modules"),
        ("/b/build/kernels/hello/hosted/final/objects/components/boot/hello.cpp.o", "boot.Hello"),
        ("/b/build/kernels/hello/hosted/final/composition-1/objects/core/a.cpp.o", "core"),
        ("/b/build/kernels/hello/hosted/flat/kernel.cpp.o", "the rest of C++, one unit"),
        ("/usr/lib/Scrt1.o", "host libraries"),
    ],
)
def test_every_object_file_has_an_owner(file: str, owner: str) -> None:
    plan = {"instances": [{"component": "boot.Hello", "sources": ["components/boot/hello.cpp"]}]}
    assert Owners(plan).of(file) == owner


@pytest.mark.parametrize(
    ("symbol", "owner"),
    [
        ("flat::boot::Hello::run()", "boot.Hello"),
        ("flat::boot::Hello::Hello(flat::boot::HelloComponent::Ports const&)", "boot.Hello"),
        ("void flat::boot::Hello::say<int>(int)", "boot.Hello"),
        ("flat::boot::Hello", "boot.Hello"),  # of `vtable for flat::boot::Hello`
        ("flat::boot::HelloAgain::run()", "boot"),
        ("flat::arch::build_kernel_map(flat::boot::Hello&)", "arch"),
        ("flat::ElfImage::parse(flat::Span<unsigned char const>, unsigned short)", "core"),
        ("flat::detail::panic(flat::boot::Hello*)", "core"),
        ("operator new(unsigned long)", None),
    ],
)
def test_every_symbol_of_the_one_unit_has_an_owner(symbol: str, owner: str | None) -> None:
    assert owner_of(symbol, {"flat::boot::Hello": "boot.Hello"}) == owner


@pytest.mark.parametrize("target", ["hosted", "x86_64"])
@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_the_parts_of_an_image_add_up(tmp_path: Path, target: str, compiler: str) -> None:
    folder = make_workspace(tmp_path)
    options = ("-t", target, "--compiler", compiler)
    done = flat(folder, "report", "size", "sample", *options, "--format", "json")
    (report,) = json.loads(done.stdout)
    assert report["total"]["all"] == sum(part["all"] for part in report["parts"])
    assert 0 < report["total"]["all"] < report["file_bytes"] + report["total"]["zero"]
    names = {part["name"] for part in report["parts"]}
    assert {"sample.Hello", "platform.Console", "core", "symbol table", "wiring"} <= names
    text = flat(folder, "report", "size", "sample", *options).stdout
    assert any(line.split()[0] == "sample.Hello" for line in text.splitlines() if line.strip())


def test_clean_removes_what_was_built_and_nothing_else(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    shutil.rmtree(folder / "build")  # what the kit has lent
    before = sorted(folder.rglob("*"))
    assert flat(folder, "build", "sample").returncode == 0
    assert sorted(folder.rglob("*")) != before
    assert flat(folder, "clean").returncode == 0
    assert sorted(folder.rglob("*")) == before
    assert flat(folder, "clean").returncode == 0
