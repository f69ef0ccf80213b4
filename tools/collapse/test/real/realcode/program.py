# SPDX-License-Identifier: BSD-2-Clause
"""What is known of a program: where its source is, how it is built and tested."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Program:
    """One entry of programs.toml. Commands may name {compiler}, {launcher}, {launcher_list},
    {source}, {build}, {here}."""

    name: str
    about: str
    package: str
    tarball: str
    sha256: str
    classes: tuple[str, ...]
    gone: tuple[str, ...]
    build: tuple[str, ...]
    tests: tuple[str, ...]
    passed: str
    workload: str
    binary: str
    refused: tuple[str, ...] = ()
    units: str = "**/*.cpp"


def read_programs(path: Path) -> list[Program]:
    """All programs of the file."""
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text())["program"]
    return [Program(**{key: _frozen(value) for key, value in entry.items()}) for entry in entries]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
