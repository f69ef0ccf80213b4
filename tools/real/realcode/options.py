# SPDX-License-Identifier: BSD-2-Clause
"""Options that both scripts have."""

from __future__ import annotations

import argparse
from pathlib import Path

KIT = Path(__file__).resolve().parents[3]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Where sources are kept, which programs are tried, and how results are printed."""
    add = parser.add_argument
    add(
        "--cache",
        type=Path,
        default=KIT / "build" / "real-code",
        help="where fetched sources are kept (default: build/real-code of the kit)",
    )
    add("--only", default="", help="programs whose names contain this")
    add("--format", choices=["text", "json"], default="text")
