# SPDX-License-Identifier: BSD-2-Clause
"""Reads the tables of programs, flattened.toml and laid_out.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def read_entries(path: Path) -> list[dict[str, Any]]:
    """Each `[[program]]` of the file, lists as tuples."""
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text())["program"]
    return [{key: _frozen(value) for key, value in entry.items()} for entry in entries]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
