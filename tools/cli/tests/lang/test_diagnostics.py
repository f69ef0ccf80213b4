# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs kernels components dimensions bindings bench/components
"""How diagnostics look to people and to programs."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from flatland.diagnostics import (
    Diagnostics,
    Edit,
    FlatError,
    Label,
    Span,
    error,
    render,
    replacement,
    show,
    warning,
)


def source(folder: Path, text: str, name: str = "it.flat") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_labels_notes_help_and_edit_have_their_places(tmp_path: Path) -> None:
    file = source(tmp_path, "one\ntwo three\n\n\nfive\n")
    other = source(tmp_path, "other\n", "other.flat")
    entry = error(
        "F0000",
        "it is wrong",
        Span(file, 2, 5, 10),
        "here",
        labels=[Label(Span(file, 5, 1, 5), "and here"), Label(Span(other, 1, 1, 6), "and there")],
        notes=["a note\nof two lines"],
        help="do this",
        edit=Edit(file, 2, "two four\nmore", "replace"),
    )
    assert (
        render([entry], base=tmp_path)
        == """error[F0000]: it is wrong
  --> it.flat:2:5
   |
 2 | two three
   |     ^^^^^ here
...
 5 | five
   | ---- and here
  ::: other.flat:1:1
   |
 1 | other
   | ----- and there
   = a note
     of two lines
help: do this
 2 - two three
 2 + two four
 3 + more

1 error
"""
    )


def test_a_label_that_names_the_other_end_has_the_carets(tmp_path: Path) -> None:
    file = source(tmp_path, "    it = Thing;\n")
    other = Span(source(tmp_path, "a\n\nb\n", "other.flat"), 3, 1, 2)
    label = Label(Span(file, 1, 10, 15), "needs b", other)
    entry = error("F0000", "m", Span(file, 1, 5, 7), labels=[label], notes=["n"])
    assert (
        render([entry], base=tmp_path)
        == """error[F0000]: m
  --> it.flat:1:5
   |
 1 |     it = Thing;
   |          ^^^^^ needs b at other.flat:3
   = n

1 error
"""
    )


def test_carets_stand_below_tabs_and_wide_characters(tmp_path: Path) -> None:
    file = source(tmp_path, "\tü漢 x漢\n")
    text = render([error("F0000", "m", Span(file, 1, 5, 7))], base=tmp_path)
    assert " 1 | \tü漢 x漢\n   | \t    ^^^\n" in text


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    file = source(tmp_path, "a\x1b[2Jb\n")
    text = render([error("F0000", "m", Span(file, 1, 1, 2))], base=tmp_path)
    assert "\x1b" not in text
    assert "a\ufffd[2Jb" in text


def test_a_file_that_is_gone_has_no_snippet(tmp_path: Path) -> None:
    text = render([error("F0000", "m", Span(tmp_path / "gone", 7, 1, 2))], base=tmp_path)
    assert text == "error[F0000]: m\n  --> gone:7:1\n\n1 error\n"


def test_a_collection_is_sorted_and_without_repetitions(tmp_path: Path) -> None:
    file = source(tmp_path, "a\nb\n")
    late, early = error("F0002", "m", Span(file, 2, 1, 2)), error("F0001", "m", Span(file, 1, 1, 2))
    nowhere = warning("F0003", "m")
    found = Diagnostics.of([late, nowhere, early, late])
    assert list(found) == [nowhere, early, late]
    with pytest.raises(FlatError) as caught:
        found.raise_if_errors()
    assert caught.value.diagnostics == (nowhere, early, late)


def test_warnings_are_no_errors() -> None:
    found = Diagnostics.of([warning("F0000", "m")])
    assert found and not found.has_errors
    found.raise_if_errors()
    assert render(found).endswith("\n1 warning\n")


def test_colour_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    entries = [error("F0000", "m", help="h")]
    file, terminal = io.StringIO(), Terminal()
    show(entries, stream=file)
    show(entries, stream=terminal)
    assert "\x1b" not in file.getvalue()
    assert "\x1b[1;31merror[F0000]" in terminal.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    show(entries, stream=(plain := Terminal()))
    assert plain.getvalue() == file.getvalue()


def test_data_have_all_that_the_text_has(tmp_path: Path) -> None:
    file = source(tmp_path, "one\n")
    entry = error("F0000", "m", Span(file, 1, 1, 4), "l", notes=["n"], help="h")
    show([entry], form="json", stream=(stream := io.StringIO()))
    span = {"file": str(file), "line": 1, "column": 1, "end_column": 4}
    assert json.loads(stream.getvalue()) == {
        "diagnostics": [
            {
                "code": "F0000",
                "severity": "error",
                "message": "m",
                "span": span,
                "labels": [{"span": span, "text": "l", "at": None}],
                "notes": ["n"],
                "help": "h",
                "edit": None,
            }
        ]
    }


def test_a_replacement_changes_the_span_only(tmp_path: Path) -> None:
    file = source(tmp_path, "a bcd e\r\n")
    assert replacement(Span(file, 1, 3, 6), "x") == Edit(file, 1, "a x e", "replace")
    assert replacement(Span(tmp_path / "gone", 1, 1, 1), "x") is None
