# SPDX-License-Identifier: BSD-2-Clause
"""Lists every tool: whether it is there, who needs it, how to get it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.setup.packages import python_packages
from flatland.setup.tools import tools


def register(subparsers: Subparsers) -> None:
    """Adds `flat doctor`."""
    parser = add_verb(
        subparsers,
        "doctor",
        "List every tool of the host: found version, who needs it, how to get it.",
        [
            ("flat doctor", "a table"),
            ("flat doctor --format json", "the same as data"),
        ],
    )
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prints the tools; what is missing is no error, for a verb installs what it needs."""
    rows = findings()
    if arguments.format == "json":
        print(json.dumps({"tools": rows}, indent=2))
        return 0
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        state = row["version"] or "missing"
        print(f"{row['name'].ljust(width)}  {state[:24]:24}  {', '.join(row['needed_by'])}")
        if row["version"] is None:
            print(f"{' ' * width}  -> {row['get']}")
    missing = sum(row["version"] is None for row in rows)
    print(f"\n{missing} missing" if missing else "\neverything is there")
    return 0


def findings() -> list[dict[str, Any]]:
    """One record for each tool and Python package."""
    rows: list[dict[str, Any]] = [
        {
            "name": tool.name,
            "version": tool.version(),
            "needed_by": list(tool.needed_by),
            "get": f"apt-get install {tool.package} (the verb does it when needed)",
        }
        for tool in tools
    ]
    for package in python_packages():
        rows.append(
            {
                "name": f"python: {package.name}",
                "version": package.version,
                "needed_by": [package.needed_by],
                "get": "the next start of flat installs tools/cli/requirements.txt",
            }
        )
    return rows
