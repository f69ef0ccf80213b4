# SPDX-License-Identifier: BSD-2-Clause
"""What is known of a program whose classes are flattened: an entry of flattened.toml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .entries import read_entries
from .source import Source


@dataclass(frozen=True, kw_only=True)
class Flattened(Source):
    """Commands may name {compiler}, {launcher}, {launcher_list}, {source}, {build}, {here}."""

    classes: tuple[str, ...]
    gone: tuple[str, ...]
    build: tuple[str, ...]
    tests: tuple[str, ...]
    passed: str
    workload: str
    binary: str
    refused: tuple[str, ...] = ()
    units: str = "**/*.cpp"


def read_flattened(path: Path) -> list[Flattened]:
    """All programs of the file."""
    return [Flattened(**entry) for entry in read_entries(path)]
