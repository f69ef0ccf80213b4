# SPDX-License-Identifier: BSD-2-Clause
"""The words of an `.x` file: comments and what is meant for C are left out.

Lines that begin with `%` are C for rpcgen's output. What is for one of its outputs alone stands in
`#ifdef RPC_HDR` and the like, none of which is defined here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.diagnostics import Edit, FlatError, Span, error

Kind = Literal["name", "number", "mark", "end"]

_word = re.compile(
    r"(?P<space>[ \t\r\f]+|//[^\n]*)|(?P<comment>/\*)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<number>-?\w+)|(?P<mark>[][{}()<>*,;:=])"
)
_number = re.compile(r"-?(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
_directive = re.compile(r"\s*#\s*(\w*)\s*(.*)")
_definition = re.compile(r"(\w+)\s+(-?\w+)\s*(/\*.*\*/)?\s*")


@dataclass(frozen=True)
class Word:
    """One word, as it is written."""

    kind: Kind
    text: str
    span: Span


def refusal(
    code: str, message: str, span: Span, label: str = "", help: str = "", edit: Edit | None = None
) -> FlatError:
    """One error, to raise."""
    return FlatError([error(code, message, span, label, help=help or None, edit=edit)])


def integer(text: str) -> int | None:
    """The number that a word is, as in C; None if it is none."""
    if not _number.fullmatch(text):
        return None
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text)
    base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" else 10
    return sign * int(digits, base)


def words(path: Path, text: str) -> list[Word]:
    """All words of a file, the last of them its end."""
    return _Reader(path, text).read()


class _Reader:
    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.split("\n")
        self._conditions: list[bool] = []  # whether what stands between is read
        self._opened: list[Span] = []
        self._found: list[Word] = []
        self._comment: Span | None = None

    def read(self) -> list[Word]:
        for number, line in enumerate(self._lines, 1):
            if self._comment is None and line.lstrip().startswith("#"):
                self._direct(number, line)
            elif self._comment is None and (line.startswith("%") or not all(self._conditions)):
                continue
            else:
                self._read_line(number, line)
        if self._comment:
            raise refusal("F1201", "this comment has no closing `*/`", self._comment)
        if self._opened:
            raise refusal("F1207", "this has no `#endif`", self._opened[-1])
        last = len(self._lines) - 1 if self._lines[-1] == "" else len(self._lines)
        column = len(self._lines[last - 1]) + 1 if last else 1
        self._found.append(Word("end", "", Span(self._path, max(last, 1), column, column)))
        return self._found

    def _span(self, number: int, start: int, end: int) -> Span:
        return Span(self._path, number, start + 1, end + 1)

    def _read_line(self, number: int, line: str) -> None:
        place = 0
        while place < len(line):
            if self._comment:
                end = line.find("*/", place)
                if end < 0:
                    return
                self._comment, place = None, end + 2
                continue
            match = _word.match(line, place)
            if match is None:
                message = f"`{line[place]}` is no character of the language"
                raise refusal("F1201", message, self._span(number, place, place + 1))
            span = self._span(number, *match.span())
            if match.lastgroup == "comment":
                self._comment = span
            elif match.lastgroup == "number" and integer(match[0]) is None:
                raise refusal("F1204", f"`{match[0]}` is not a number", span)
            elif match.lastgroup in ("name", "number", "mark"):
                self._add(match.lastgroup, match[0], span)
            place = match.end()

    def _add(self, kind: str, text: str, span: Span) -> None:
        kinds: dict[str, Kind] = {"name": "name", "number": "number", "mark": "mark"}
        self._found.append(Word(kinds[kind], text, span))

    def _direct(self, number: int, line: str) -> None:
        """A line of the C preprocessor."""
        match = _directive.match(line)
        assert match
        span = self._span(number, line.index("#"), len(line.rstrip()))
        word = match[1]
        if word in ("if", "ifdef", "ifndef"):
            self._conditions.append(word == "ifndef")
            self._opened.append(span)
        elif word in ("else", "endif") and self._conditions:
            condition = self._conditions.pop()
            if word == "else":
                self._conditions.append(not condition)
            else:
                self._opened.pop()
        elif all(self._conditions):
            raise self._unknown(word, match[2], span)

    def _unknown(self, word: str, rest: str, span: Span) -> FlatError:
        if word == "define" and (match := _definition.fullmatch(rest)):
            text = f"const {match[1]} = {match[2]};"
            edit = Edit(self._path, span.line, text, "replace")
            help = "the language has constants of its own"
            return refusal("F1207", "`#define` is for C", span, help=help, edit=edit)
        message = f"`#{word}` is for the C preprocessor, which does not run here"
        help = "write what it stands for"
        return refusal("F1207", message, span, help=help)
