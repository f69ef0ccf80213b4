# SPDX-License-Identifier: BSD-2-Clause
"""Options that both scripts have."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

KIT = Path(__file__).resolve().parents[3]
TURNS = 6  # have everything between them


def add_options(parser: argparse.ArgumentParser) -> None:
    """Where sources are kept, what is tried with which compilers, and how results are printed."""
    add = parser.add_argument
    add(
        "--cache",
        type=Path,
        default=KIT / "build" / "real-code",
        help="where fetched sources are kept (default: build/real-code of the kit)",
    )
    add("--only", default="", help="programs whose names contain this")
    help = "one compiler and some of the refused classes only, in turns: which turn it is"
    add("--turn", type=int, help=help)
    add("--format", choices=["text", "json"], default="text")


def in_turn(compilers: Sequence[str], turn: int | None) -> Sequence[str]:
    """All compilers; or the one whose turn it is."""
    return compilers if turn is None else [compilers[turn % len(compilers)]]


def part_in_turn(names: Sequence[str], turn: int | None) -> Sequence[str]:
    """All names; or those whose turn it is, such that TURNS turns have all between them."""
    return names if turn is None else names[turn % TURNS :: TURNS]
