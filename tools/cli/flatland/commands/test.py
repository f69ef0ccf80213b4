# SPDX-License-Identifier: BSD-2-Clause
"""Runs tests and checks: all, the quick ones, or those named."""

from __future__ import annotations

import argparse
import json
import sys

from flatland.builder.workspace import find_workspace
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.testing.results import Context, Selection
from flatland.testing.runner import run_stages
from flatland.testing.stages import find_stages, stages


def register(subparsers: Subparsers) -> None:
    """Adds `flat test`."""
    parser = add_verb(
        subparsers,
        "test",
        "Run tests and checks; the last line of the output counts them.",
        [
            ("flat test", "everything"),
            ("flat test --quick", "format, lint, types, layers, headers, unit tests"),
            ("flat test thread.RoundRobin", "one component's unit tests"),
            ("flat test core boot/hello", "those below core, and one boot test"),
            ("flat test format", "one stage: " + ", ".join(stage.name for stage in stages)),
        ],
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="a stage, component or test")
    parser.add_argument("--quick", action="store_true", help="only the stages that are quick")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what is run")
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs the tests that are wanted; 1 when one failed."""
    selection = Selection(tuple(arguments.names), arguments.quick)
    context = Context(find_workspace(), selection, arguments.verbose)
    as_json = arguments.format == "json"
    report = run_stages(find_stages(context), context, sys.stderr if as_json else sys.stdout)
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    return 1 if report.failed else 0
