# SPDX-License-Identifier: BSD-2-Clause
"""Runs tests and checks: all, the quick ones, or those named."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from pathlib import Path

from flatland.builder.workspace import find_workspace
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.quick_choice import commit_of_others
from flatland.testing.results import Context, Selection
from flatland.testing.runner import explain_stages, run_stages
from flatland.testing.stages import find_stages, stages
from flatland.testing.usual_part import random_seed

_seeds = 1_000_000


def register(subparsers: Subparsers) -> None:
    """Adds `flat test`."""
    parser = add_verb(
        subparsers,
        "test",
        "Run tests and checks; the last line of the output counts them.",
        [
            ("flat test", "everything that has not passed with the same inputs"),
            ("flat test --quick", "form, layers; lint, headers, unit tests of what was changed"),
            ("flat test thread.RoundRobin", "one component's unit tests"),
            ("flat test core boot/hello", "those below core, and one kernel's boot tests"),
            ("flat test format", "one stage: " + ", ".join(stage.name for stage in stages)),
            ("flat test --exhaustive", "large random sets and all combinations: many hours"),
            ("flat test --why", "what would run, which change is the reason, what it took last"),
            ("flat test --seed 7 collapse/fuzz", "random programs again, from a printed seed"),
        ],
    )
    add = parser.add_argument
    add("names", metavar="NAME", nargs="*", help="a stage, component or test: it runs in any case")
    add("--quick", action="store_true", help="a minute: form, and what was changed and reads it")
    add("--exhaustive", action="store_true", help="all of what is large; nothing is remembered")
    add("--why", action="store_true", help="run nothing; tell what would run, and why")
    add("--traced", action="store_true", help="tests in Python read no more than they state")
    add("--no-cache", action="store_true", help="run what has passed with the same inputs, too")
    add(
        "--seed",
        type=int,
        metavar="N",
        help="of random tests and choices (default: that of the commit that others have, and"
        " another in each run where tests are named)",
    )
    add("-v", "--verbose", action="store_true", help="show what is run")
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs the tests that are wanted; 1 when one failed."""
    selection = Selection(tuple(arguments.names), arguments.quick)
    workspace = find_workspace()
    seed, choice = _numbers(arguments.seed, workspace.folder)
    context = Context(
        *(workspace, selection, arguments.verbose, arguments.exhaustive, seed),
        traced=arguments.traced,
        choice=choice,
    )
    as_json = arguments.format == "json"
    out = sys.stderr if as_json else sys.stdout
    remember = not (
        selection.names or arguments.exhaustive or arguments.no_cache or arguments.traced
    )
    wanted = find_stages(context)
    if selection.is_quick_choice or any(stage.name == "tools" for stage in wanted):
        first = random_seed(context)
        out.write(f"random tests begin with --seed {first}, choices are those of --seed {choice}\n")
    if arguments.why:
        explain_stages(wanted, context, out)
        return 0
    if arguments.traced:
        ensure(find("strace"))
    report = run_stages(wanted, context, out, remember)
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    return 1 if report.failed else 0


def _numbers(stated: int | None, folder: Path) -> tuple[int, int]:
    """The seed of what is random, and the number by which a usual run chooses its parts.

    Parts stay the same until others have the work, so that what has passed need not run again.
    """
    if stated is not None:
        return stated, stated
    seed = 1 + secrets.randbelow(_seeds)
    base = commit_of_others(folder)
    return seed, int(base[0], 16) % _seeds if base else seed
