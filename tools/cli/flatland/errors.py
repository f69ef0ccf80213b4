# SPDX-License-Identifier: BSD-2-Clause
"""Failures that are told to the user rather than debugged: the exceptions every verb may raise.

This module needs nothing but the standard library, so it works before anything is installed.
Mistakes in .flat and Java files are diagnostics with a source position instead
(`flatland.diagnostics`); a failure here has none: a missing tool, an unknown kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Failure(Exception):
    """A user's error without a place in a source file: exit code 1.

    `code` is stable and has a page docs/errors/<code>.md; `notes` add facts; `help` says what to
    do about it.
    """

    exit_code = 1

    def __init__(
        self, code: str, message: str, *, notes: Sequence[str] = (), help: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.notes = tuple(notes)
        self.help = help

    def render(self) -> str:
        """The failure as text, in the form that diagnostics have."""
        lines = [f"error[{self.code}]: {self.message}"]
        lines += [f"  = note: {note}" for note in self.notes]
        if self.help:
            lines.append(f"  = help: {self.help}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The failure as data for `--format json`."""
        return {
            "code": self.code,
            "severity": "error",
            "message": self.message,
            "notes": list(self.notes),
            "help": self.help,
        }


class UsageFailure(Failure):
    """The command line itself makes no sense: exit code 2."""

    exit_code = 2
