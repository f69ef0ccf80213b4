# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of what is done with the bytes of a console."""

from __future__ import annotations

import io
import re

from flatland.run.console import Console


def fed(*chunks: bytes, until: str | None = None) -> tuple[Console, str]:
    out = io.StringIO()
    console = Console(out, re.compile(until) if until else None)
    for chunk in chunks:
        console.feed(chunk)
    return console, out.getvalue()


def test_text_is_shown_as_it_comes_without_carriage_returns() -> None:
    assert fed(b"one\r\ntwo")[1] == "one\ntwo"


def test_a_character_in_two_pieces_is_one_character() -> None:
    assert fed(b"\xc3", b"\xbc\n")[1] == "ü\n"


def test_bytes_that_are_no_text_do_not_end_the_run() -> None:
    assert fed(b"\xff\xfe\n")[1] == "\ufffd\ufffd\n"


def test_a_record_is_collected_and_not_shown_however_it_arrives() -> None:
    console, shown = fed(b"a\n@rec", b'ord {"words": 1', b"}\nb\n")
    assert console.records == [{"words": 1}]
    assert shown == "a\nb\n"


def test_a_line_that_only_looks_like_a_record_is_shown() -> None:
    console, shown = fed(b"@record [1]\n@record {\n@recorder\n@")
    assert console.records == []
    console.finish()
    assert shown == "@record [1]\n@record {\n@recorder\n"


def test_a_match_counts_when_its_line_is_complete() -> None:
    console, _ = fed(b"not rea", until="^ready$")
    console.feed(b"dy\nrea")
    assert not console.matched
    console.feed(b"dy\n")
    assert console.matched


def test_what_follows_a_matching_line_is_not_shown() -> None:
    console, shown = fed(b'one\nready\nthree\n@record {"a": 1}\nfo', until="ready")
    assert shown == "one\nready\n"
    assert console.records == []


def test_a_last_line_without_an_end_can_match() -> None:
    console, _ = fed(b"ready", until="ready")
    assert not console.matched
    console.finish()
    assert console.matched
