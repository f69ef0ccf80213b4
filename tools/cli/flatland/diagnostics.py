# SPDX-License-Identifier: BSD-2-Clause
"""What a user did wrong, where, and how to mend it: one form for every part of the tool.

A `Diagnostic` is data; rendering is separate, as text for people and as JSON for programs.
Parts that can go on after an error collect into a `Diagnostics`; parts that cannot raise
`FlatError`. Both end in `main`, which prints them and exits with status 1.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TextIO

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Span:
    """A piece of one line: 1-based line and columns, `end_column` just after the last character.

    Columns count characters. A span without width marks a place between two characters.
    """

    file: Path
    line: int
    column: int
    end_column: int


@dataclass(frozen=True)
class Label:
    """A remark on a piece of source; on the diagnostic's own span it explains the carets.

    `at` is the other end that the remark speaks of: its place is named after the text, and the
    carets stand here instead of below the diagnostic's own span.
    """

    span: Span
    text: str
    at: Span | None = None


@dataclass(frozen=True)
class Edit:
    """The change that mends the error: `text` inserted before `line`, or in its place."""

    file: Path
    line: int
    text: str
    kind: Literal["insert", "replace"] = "insert"


@dataclass(frozen=True)
class Diagnostic:
    """One user error or warning. `code` is stable and has a page in docs/errors."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    edit: Edit | None = None


class FlatError(Exception):
    """A user error that ends the command; carries what is to be printed."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(entry.message for entry in self.diagnostics))


def error(
    code: str,
    message: str,
    span: Span | None = None,
    label: str = "",
    *,
    labels: Iterable[Label] = (),
    notes: Iterable[str] = (),
    help: str | None = None,
    edit: Edit | None = None,
) -> Diagnostic:
    """An error; `label` stands beside the carets under `span`."""
    own = (Label(span, label),) if span and label else ()
    return Diagnostic(code, "error", message, span, own + tuple(labels), tuple(notes), help, edit)


def warning(
    code: str,
    message: str,
    span: Span | None = None,
    label: str = "",
    *,
    notes: Iterable[str] = (),
    help: str | None = None,
    edit: Edit | None = None,
) -> Diagnostic:
    """A warning: printed, but it stops nothing."""
    own = (Label(span, label),) if span and label else ()
    return Diagnostic(code, "warning", message, span, own, tuple(notes), help, edit)


class Diagnostics:
    """A collection that reads sorted by place and without repetitions.

    Follow-ups never get here: code that reports an error hands on nothing that others would stumble
    over.
    """

    def __init__(self) -> None:
        self._entries: dict[Diagnostic, None] = {}

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic]) -> Diagnostics:
        """A collection that holds some already."""
        collection = cls()
        collection.extend(diagnostics)
        return collection

    def add(self, diagnostic: Diagnostic) -> None:
        """Reports; an equal entry that was reported before is kept once."""
        self._entries[diagnostic] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Reports several."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._entries, key=_sort_key))

    def __bool__(self) -> bool:
        return bool(self._entries)

    @property
    def has_errors(self) -> bool:
        """Whether anything but warnings was reported."""
        return any(entry.severity == "error" for entry in self._entries)

    def raise_if_errors(self) -> None:
        """Raises `FlatError` with everything, warnings too, if there is an error."""
        if self.has_errors:
            raise FlatError(self)


def replacement(span: Span, text: str) -> Edit | None:
    """The edit that puts `text` in the place of `span`; None if its file cannot be read."""
    lines = source_lines(span.file)
    if not 1 <= span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    changed = line[: span.column - 1] + text + line[span.end_column - 1 :]
    return Edit(span.file, span.line, changed, "replace")


def source_lines(file: Path) -> list[str]:
    """The lines of a file without their ends; none if it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.replace("\r\n", "\n").split("\n")


def _sort_key(entry: Diagnostic) -> tuple[str, int, int, str, str]:
    if entry.span is None:
        return ("", 0, 0, entry.code, entry.message)
    return (str(entry.span.file), entry.span.line, entry.span.column, entry.code, entry.message)


def show(
    diagnostics: Iterable[Diagnostic],
    *,
    form: Literal["text", "json"] = "text",
    stream: TextIO | None = None,
) -> None:
    """Prints diagnostics to `stream`, stderr by default; in colour on a terminal only."""
    out = stream or sys.stderr
    entries = list(diagnostics)
    if form == "json":
        out.write(json.dumps({"diagnostics": to_json(entries)}, indent=2) + "\n")
        return
    colour = out.isatty() and "NO_COLOR" not in os.environ
    out.write(render(entries, colour=colour))


def render(
    diagnostics: Iterable[Diagnostic], *, colour: bool = False, base: Path | None = None
) -> str:
    """The text for people: a block each, then how many. Paths are relative to `base` (the cwd)."""
    entries = list(diagnostics)
    renderer = _Renderer(colour, base or Path.cwd())
    blocks = [renderer.block(entry) for entry in entries]
    if entries:
        blocks.append(renderer.summary(entries))
    return "\n".join(blocks)


def to_json(diagnostics: Iterable[Diagnostic], base: Path | None = None) -> list[dict[str, Any]]:
    """The same as plain values. Spans are objects of `file`, `line`, `column`, `end_column`."""
    folder = base or Path.cwd()

    def span(value: Span | None) -> dict[str, Any] | None:
        if value is None:
            return None
        return {
            "file": display_path(value.file, folder),
            "line": value.line,
            "column": value.column,
            "end_column": value.end_column,
        }

    def edit(value: Edit | None) -> dict[str, Any] | None:
        if value is None:
            return None
        file = display_path(value.file, folder)
        return {"file": file, "line": value.line, "kind": value.kind, "text": value.text}

    return [
        {
            "code": entry.code,
            "severity": entry.severity,
            "message": entry.message,
            "span": span(entry.span),
            "labels": [
                {"span": span(label.span), "text": label.text, "at": span(label.at)}
                for label in entry.labels
            ],
            "notes": list(entry.notes),
            "help": entry.help,
            "edit": edit(entry.edit),
        }
        for entry in diagnostics
    ]


def display_path(file: Path, base: Path) -> str:
    """`file` relative to `base` when it lies below, as it stands otherwise."""
    return file.as_posix().removeprefix(base.as_posix().rstrip("/") + "/")


_BOLD, _RED, _YELLOW, _BLUE, _GREEN = "1", "1;31", "1;33", "1;34", "1;32"


class _Renderer:
    """Turns diagnostics into text; reads each source file once."""

    def __init__(self, colour: bool, base: Path) -> None:
        self._colour = colour
        self._base = base
        self._sources: dict[Path, list[str]] = {}

    def block(self, entry: Diagnostic) -> str:
        """One diagnostic, ending in a newline."""
        tint = _RED if entry.severity == "error" else _YELLOW
        head = self._paint(f"{entry.severity}[{entry.code}]", tint)
        lines = [head + self._paint(f": {entry.message}", _BOLD)]
        labels = list(entry.labels)
        pointed = next((label.span for label in labels if label.at), entry.span)
        if pointed and all(label.span != pointed for label in labels):
            labels.insert(0, Label(pointed, ""))
        width = self._gutter_width(labels, entry.edit)
        for number, (file, group) in enumerate(_by_file(entry.span, labels)):
            place = entry.span if number == 0 else None
            lines += self._snippet(file, group, place, pointed, width, tint)
        for note in entry.notes:
            first, *rest = note.splitlines() or [""]
            lines.append(" " * width + self._paint(" = ", _BLUE) + first)
            lines += [" " * (width + 3) + line for line in rest]
        lines += self._help(entry, width)
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def summary(self, entries: list[Diagnostic]) -> str:
        """`2 errors, 1 warning`."""
        errors = sum(entry.severity == "error" for entry in entries)
        warnings = len(entries) - errors
        parts = [_count(errors, "error")] if errors else []
        parts += [_count(warnings, "warning")] if warnings else []
        return self._paint(", ".join(parts), _RED if errors else _YELLOW) + "\n"

    def _snippet(
        self,
        file: Path,
        labels: list[Label],
        own: Span | None,
        pointed: Span | None,
        width: int,
        tint: str,
    ) -> list[str]:
        place = own or labels[0].span
        arrow = "-->" if own else ":::"
        where = f"{display_path(file, self._base)}:{place.line}:{place.column}"
        lines = [" " * (width - 1) + self._paint(f" {arrow} ", _BLUE) + where]
        source = self._source(file)
        last = 0
        for number in sorted({label.span.line for label in labels}):
            if not 1 <= number <= len(source):
                continue
            if not last:
                lines.append(self._bar(width))
            elif number > last + 1:
                lines.append("...")
            last = number
            text = source[number - 1]
            lines.append(self._numbered(number, width, "|") + " " + text)
            here = [label for label in labels if label.span.line == number]
            for label in sorted(here, key=lambda each: (each.span != pointed, each.span.column)):
                lines.append(self._underline(label, text, label.span == pointed, width, tint))
        return lines

    def _underline(self, label: Label, text: str, primary: bool, width: int, tint: str) -> str:
        start = max(label.span.column - 1, 0)
        end = max(label.span.end_column - 1, start + 1)
        pad = "".join("\t" if char == "\t" else " " * _cells(char) for char in text[:start])
        pad += " " * (start - len(text[:start]))
        cells = sum(_cells(char) for char in text[start:end]) or 1
        mark = ("^" if primary else "-") * cells
        remark = f" {label.text}" if label.text else ""
        if label.at:
            remark += f" at {display_path(label.at.file, self._base)}:{label.at.line}"
        return f"{self._bar(width)} {pad}" + self._paint(mark + remark, tint if primary else _BLUE)

    def _help(self, entry: Diagnostic, width: int) -> list[str]:
        if entry.help is None and entry.edit is None:
            return []
        lines = [self._paint("help", _GREEN) + f": {entry.help or 'change it so'}"]
        edit = entry.edit
        if edit is None:
            return lines
        if entry.span is None or edit.file != entry.span.file:
            where = f"{display_path(edit.file, self._base)}:{edit.line}"
            lines.append(" " * (width - 1) + self._paint(" --> ", _BLUE) + where)
        if edit.kind == "replace":
            source = self._source(edit.file)
            old = source[edit.line - 1] if 1 <= edit.line <= len(source) else ""
            lines.append(self._numbered(edit.line, width, "-", _RED) + f" {old}")
        for offset, text in enumerate(edit.text.splitlines()):
            lines.append(self._numbered(edit.line + offset, width, "+", _GREEN) + f" {text}")
        return lines

    def _gutter_width(self, labels: list[Label], edit: Edit | None) -> int:
        numbers = [label.span.line for label in labels]
        if edit:
            numbers.append(edit.line + max(len(edit.text.splitlines()) - 1, 0))
        return len(str(max(numbers, default=1))) + 1

    def _numbered(self, number: int, width: int, sign: str, tint: str = _BLUE) -> str:
        return self._paint(f"{number:>{width}} ", _BLUE) + self._paint(sign, tint)

    def _bar(self, width: int) -> str:
        return self._paint(" " * width + " |", _BLUE)

    def _paint(self, text: str, tint: str) -> str:
        return f"\033[{tint}m{text}\033[0m" if self._colour else text

    def _source(self, file: Path) -> list[str]:
        if file not in self._sources:
            self._sources[file] = [_printable(line) for line in source_lines(file)]
        return self._sources[file]


def _by_file(primary: Span | None, labels: list[Label]) -> list[tuple[Path, list[Label]]]:
    """Labels grouped by file, the primary span's file first."""
    groups: dict[Path, list[Label]] = {primary.file: []} if primary else {}
    for label in labels:
        groups.setdefault(label.span.file, []).append(label)
    return list(groups.items())


def _printable(line: str) -> str:
    """Replaces control characters, which could move a terminal's cursor."""
    if line.isprintable():
        return line
    return "".join(char if char == "\t" or char.isprintable() else "\ufffd" for char in line)


def _cells(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if char.isascii():
        return 1
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
