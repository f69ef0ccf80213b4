# SPDX-License-Identifier: BSD-2-Clause
"""What a kernel writes to its console: shown as it comes, watched for a line, searched for records.

A line that begins with `@record ` and goes on as a JSON object is a measurement for a program; it
is collected and not shown. So are the rows of pictures.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable
from typing import Any, TextIO

from flatland.run.pictures import Pictures, picture_mark

record_mark = "@record "
_marks = (record_mark, picture_mark)

Record = dict[str, Any]


class Console:
    """Takes the bytes of a console as they arrive."""

    def __init__(
        self,
        out: TextIO,
        until: re.Pattern[str] | None = None,
        on_line: Callable[[str], None] | None = None,
    ) -> None:
        self.records: list[Record] = []
        self.pictures = Pictures()
        self.matched = False
        self._out = out
        self._until = until
        self._on_line = on_line
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line = ""
        self._shown = 0  # how much of the current line is on the screen

    def feed(self, data: bytes) -> None:
        """Handles what arrived; `matched` turns true when a whole line matches.

        What follows that line is not looked at: how much of it has arrived is chance.
        """
        text = self._decoder.decode(data).replace("\r", "")
        *ends, rest = text.split("\n")
        for end in ends:
            self._line += end
            self._end_line()
            if self.matched:
                rest = ""
                break
        self._line += rest
        self._show_partial()
        self._out.flush()

    def finish(self) -> None:
        """The console is closed: a last line without an end counts as a line."""
        if self._line:
            self._end_line()
        self._out.flush()

    def _end_line(self) -> None:
        line = self._line
        is_picture = line.startswith(picture_mark) and self.pictures.take(line)
        is_record = line.startswith(record_mark) and self._take_record(line)
        if not (is_picture or is_record):
            self._out.write(line[self._shown :] + "\n")
        if self._on_line:
            self._on_line(line)
        if self._until and self._until.search(line):
            self.matched = True
        self._line = ""
        self._shown = 0

    def _show_partial(self) -> None:
        """Shows the begun line, so that prompts appear, unless it may become a record."""
        hidden = any(mark.startswith(self._line[: len(mark)]) for mark in _marks)
        if self._line and not hidden:
            self._out.write(self._line[self._shown :])
            self._shown = len(self._line)

    def _take_record(self, line: str) -> bool:
        """Collects a record; a line that turns out not to be one is shown as it stands."""
        try:
            value = json.loads(line.removeprefix(record_mark))
        except ValueError:
            return False
        if not isinstance(value, dict):
            return False
        self.records.append(value)
        return True
