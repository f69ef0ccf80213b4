# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs bench
"""The interface compiler's other language: what it refuses, and what the documents say of it.

With FLAT_UPDATE_EXPECTED=1 in the environment the expectations are written instead of compared.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError, render
from flatland.idl.xdr.cpp import declare_programs, load

kit = Path(__file__).parents[4]
folder = Path(__file__).parent / "refused" / "xdr"
cases = sorted(path.stem for path in folder.glob("*.x"))
pages = sorted((kit / "docs" / "errors").glob("F12*.md"))


@pytest.mark.parametrize("case", cases)
def test_refused_text_gets_its_diagnostic(case: str) -> None:
    with pytest.raises(FlatError) as caught:
        load(folder / f"{case}.x")
    text = render(caught.value.diagnostics, base=folder)
    expected = folder / f"{case}.txt"
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_every_code_has_a_page_and_a_case() -> None:
    def codes(files: list[Path]) -> set[str]:
        return {code for file in files for code in re.findall(r"F12\d\d", file.read_text("utf-8"))}

    sources = (kit / "tools" / "cli" / "flatland" / "idl" / "xdr").glob("*.py")
    assert codes(list(sources)) == {page.stem for page in pages}
    assert codes(list(folder.glob("*.txt"))) == {page.stem for page in pages}


@pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)
def test_the_example_of_an_error_page_triggers_it_and_the_mended_one_does_not(
    page: Path, tmp_path: Path
) -> None:
    bad, good = re.findall(r"```c\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "example.x"
    file.write_text(bad, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        load(file)
    assert {each.code for each in caught.value.diagnostics} == {page.stem}
    file.write_text(good, encoding="utf-8")
    load(file)


@pytest.mark.parametrize("text", [b"\xff", b"const A = 1; %", b"#ifdef RPC_HDR\n", b"struct a {"])
def test_text_that_is_none_is_refused(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "text.x"
    file.write_bytes(text)
    with pytest.raises(FlatError):
        load(file)


def test_what_is_for_outputs_of_rpcgen_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "text.x"
    file.write_text(
        "%#include <stdio.h>\n#ifdef RPC_HDR\nnot at all\n#else\nconst A = 1;\n#endif\n"
        "#ifndef RPC_XDR\nconst B = 2; // ours\n#endif\n",
        encoding="utf-8",
    )
    assert list(load(file).numbers) == ["A", "B"]


def test_the_page_shows_what_is_generated(tmp_path: Path) -> None:
    text = (kit / "docs" / "remote-programs.md").read_text(encoding="utf-8")
    (written,) = re.findall(r"```c\n(.*?)```", text, re.DOTALL)
    file = tmp_path / "clock.x"
    file.write_text(written, encoding="utf-8")
    generated = "\n".join(declare_programs(load(file)).values())
    shown = re.findall(r"```cpp\n(.*?)```", text, re.DOTALL)
    assert shown
    for block in shown:
        assert block in generated
