# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/collapse tools/reorder tools/specialize tools/cli/flatland tools/rewrite
# Reads: tools/CMakeLists.txt
"""The check of pages finds what is wrong with them."""

from __future__ import annotations

import re
import stat
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from testing.pages import BadExample, Pages, compile_plainly, problems_of

Tool = Callable[[str], Path]
folder = Path(__file__).resolve().parents[2] / "reorder" / "refusals"
codes = frozenset(page.stem for page in folder.glob("R*[0-9].md"))
first = min(codes)


def ends_with(status: int, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.CompletedProcess([], status, "", f"error[{code}]: no\n")


def refuse(_: Path, __: re.Match[str], place: Path) -> subprocess.CompletedProcess[str]:
    """What a right tool says of the example of the page at this place."""
    return ends_with(1, place.name)


good = Pages("reorder", "R", codes, re.compile("^# "), refuse)


@pytest.fixture
def tool_that(tmp_path: Path) -> Tool:
    """A script in place of the tool."""

    def write(does: str) -> Path:
        file = tmp_path / "tool"
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return file

    return write


@pytest.fixture
def tool(tool_that: Tool) -> Path:
    """A tool that prints its pages."""
    return tool_that(f'exec cat "{folder}/$2.md"')


def test_nothing_is_wrong_with_good_pages(tool: Path) -> None:
    assert codes
    assert problems_of(good, tool) == []


def test_a_code_without_a_page_is_found(tool: Path) -> None:
    assert problems_of(replace(good, codes=codes | {"R9999"}), tool) == ["R9999: there is no page"]


def test_a_page_without_a_code_is_found(tool: Path) -> None:
    wrong = problems_of(replace(good, codes=codes - {first}), tool)
    assert wrong == [f"{first}: nothing prints this code"]


def test_a_page_that_is_printed_otherwise_is_found(tool_that: Tool) -> None:
    assert len(problems_of(good, tool_that("echo something"))) == len(codes)


@pytest.mark.parametrize(("status", "code"), [(0, first), (1, "R9999")])
def test_an_example_that_is_not_refused_as_it_says_is_found(
    status: int, code: str, tool: Path
) -> None:
    pages = replace(good, refuse=lambda *_: ends_with(status, code))
    assert len(problems_of(pages, tool)) >= len(codes) - 1


def test_an_example_that_shows_nothing_is_found(tool: Path) -> None:
    def fail(*_: object) -> subprocess.CompletedProcess[str]:
        raise BadExample("is odd")

    pages = replace(good, refuse=fail)
    assert f"{first}: the example is odd" in problems_of(pages, tool)


def test_an_example_that_does_not_compile_shows_nothing() -> None:
    with pytest.raises(BadExample, match="does not compile"):
        compile_plainly(["false"])
