# SPDX-License-Identifier: BSD-2-Clause
"""Removes what was built."""

from __future__ import annotations

import argparse
import shutil
import sys

from flatland import paths
from flatland.commands._options import Subparsers, add_verb


def register(subparsers: Subparsers) -> None:
    """Adds `flat clean`."""
    add_verb(
        subparsers,
        "clean",
        "Remove what was built: the folder build/.",
        [("flat clean", "the next build starts from nothing")],
    )


def run(arguments: argparse.Namespace) -> int:
    """Removes build/ of this kit; the Python environment .venv stays."""
    if paths.build.exists():
        shutil.rmtree(paths.build)
        print(f"removed {paths.build}", file=sys.stderr)
    return 0
