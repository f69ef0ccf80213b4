# SPDX-License-Identifier: BSD-2-Clause
"""Reads variant.toml and kind.toml: what a folder says of the variant or kind that it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from flatland.diagnostics import Diagnostic, Span, error


def read_toml(file: Path) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """What a TOML file says, and what is wrong with it."""
    place = Span(file, 1, 1, 1)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")), ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as reason:
        at = re.search(r" \(at line (\d+), column (\d+)\)", str(reason))
        if at:
            line, column = int(at[1]), int(at[2])
            place = Span(file, line, column, column)
        message = f"{file.name} is no TOML: {str(reason).partition(' (at ')[0]}"
        code = "F0219" if file.name == "kind.toml" else "F0511"
        return {}, (error(code, message, place),)
