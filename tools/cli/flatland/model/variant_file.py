# SPDX-License-Identifier: BSD-2-Clause
"""Reads variant.toml, the settings of one variant of a dimension."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from flatland.diagnostics import Diagnostic, Span, error


def read_toml(file: Path) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """The settings of a variant.toml, and what is wrong with it."""
    place = Span(file, 1, 1, 1)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")), ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as reason:
        at = re.search(r" \(at line (\d+), column (\d+)\)", str(reason))
        if at:
            line, column = int(at[1]), int(at[2])
            place = Span(file, line, column, column)
        message = f"{file.name} is no TOML: {str(reason).partition(' (at ')[0]}"
        return {}, (error("F0511", message, place),)
