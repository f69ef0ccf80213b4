# SPDX-License-Identifier: BSD-2-Clause
"""Removes what was built."""

from __future__ import annotations

import argparse
import shutil
import sys

from flatland.builder.workspace import find_workspace
from flatland.commands._options import Subparsers, add_verb


def register(subparsers: Subparsers) -> None:
    """Adds `flat clean`."""
    add_verb(
        subparsers,
        "clean",
        "Remove what was built: build/ and compile_commands.json of this kit or folder.",
        [("flat clean", "the next build starts from nothing")],
    )


def run(arguments: argparse.Namespace) -> int:
    """Removes the products of the workspace; the Python environment .venv stays."""
    workspace = find_workspace()
    if workspace.build.exists():
        shutil.rmtree(workspace.build)
        print(f"removed {workspace.build}", file=sys.stderr)
    (workspace.folder / "compile_commands.json").unlink(missing_ok=True)
    return 0
