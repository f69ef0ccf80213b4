# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels docs/errors
"""Every error of build, run, profiles and command line has its page, and every page its error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flatland import paths

_number = r"F(?:0[789]|10)\d\d"
pages = sorted(
    page
    for page in (paths.kit / "docs" / "errors").glob("F*.md")
    if re.fullmatch(_number, page.stem)
)
_code = re.compile(rf'"({_number})"|error\[({_number})\]')


def codes_in_sources() -> set[str]:
    """The codes that the command line can report: `failure("F0706", …)`, `error[F0901]`."""
    sources = [paths.kit / "flat", *(paths.kit / "tools/cli/flatland").rglob("*.py")]
    texts = [source.read_text(encoding="utf-8") for source in sources]
    return {first or second for text in texts for first, second in _code.findall(text)}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {page.stem for page in pages} == codes_in_sources()


@pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)
def test_a_page_begins_with_its_code_and_shows_the_error_that_it_explains(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.stem}: ")
    assert set(re.findall(r"error\[(F\d{4})\]", text)) <= {page.stem}
