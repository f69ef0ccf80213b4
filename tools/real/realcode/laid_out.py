# SPDX-License-Identifier: BSD-2-Clause
"""What is known of a program one of whose classes is laid out: an entry of laid_out.toml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .entries import read_entries
from .source import Source


@dataclass(frozen=True, kw_only=True)
class LaidOut(Source):
    """Commands may name {compiler}, {launcher}, {source}, {here}; `traced` also {memtrace}."""

    class_name: str
    entries: tuple[str, ...]
    allocated_in: tuple[str, ...] = ()
    compilers: tuple[str, ...]  # the first one's build is traced
    plan: str = ""  # options of `flat reorder plan`
    build: tuple[str, ...]
    tests: tuple[str, ...]
    passed: str
    traced: str
    binary: str


def read_laid_out(path: Path) -> list[LaidOut]:
    """All programs of the file."""
    return [LaidOut(**entry) for entry in read_entries(path)]
