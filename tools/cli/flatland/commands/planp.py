# SPDX-License-Identifier: BSD-2-Clause
"""Checks PlanP programs for routers and bridges, and shows what kernels run of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.planp.compiler import compile_file


def register(subparsers: Subparsers) -> None:
    """Adds `flat planp`."""
    parser = add_verb(
        subparsers,
        "planp",
        "Check PlanP programs for routers and bridges, and show what kernels run of them.",
        [
            ("flat planp kernels/router/programs/plearn.planp", "check it"),
            ("flat planp --listing kernels/router/programs/plearn.planp", "its instructions"),
            ("flat planp program.planp --output program.form", "write the form for a kernel"),
        ],
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a program (docs/planp.md)")
    parser.add_argument("--listing", action="store_true", help="show its instructions")
    parser.add_argument("--output", metavar="FILE", type=Path, help="write its form to a file")
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compiles; what is wrong with the program is a user error."""
    form = compile_file(arguments.file)
    data = form.encode()
    if arguments.output:
        arguments.output.write_bytes(data)
    counts = {
        "channels": len(form.channels),
        "tables": len(form.tables),
        "instructions": sum(len(each.code) for each in form.channels),
        "bytes": len(data),
    }
    if arguments.format == "json":
        print(json.dumps(counts | {"listing": list(form.listing())}, indent=2))
        return 0
    if arguments.listing:
        print("\n".join(form.listing()))
    print(f"{arguments.file.name}: {', '.join(f'{n} {what}' for what, n in counts.items())}")
    return 0
