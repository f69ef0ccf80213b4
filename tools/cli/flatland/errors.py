# SPDX-License-Identifier: BSD-2-Clause
"""User errors that have no place in a source file: a missing tool, an unknown kernel.

Mistakes in .flat and Java files are diagnostics with a position (`flatland.diagnostics`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flatland.diagnostics import FlatError, display_path, error


def failure(
    code: str, message: str, *, notes: Sequence[str] = (), help: str | None = None
) -> FlatError:
    """A FlatError to raise: `code` has a page in docs/errors, `help` says what to do about it."""
    return FlatError([error(code, message, notes=notes, help=help)])


class UsageError(FlatError):
    """The command line itself is invalid: exit code 2 in place of 1."""

    def __init__(self, code: str, message: str, *, help: str | None = None) -> None:
        super().__init__([error(code, message, help=help)])


def shown(path: Path) -> str:
    """A path as messages name it: relative to the current folder when it lies below."""
    return display_path(path, Path.cwd())
