# SPDX-License-Identifier: BSD-2-Clause
"""Decides layouts of classes by recorded profiles, guards them and draws them."""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flatland import paths
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.errors import UsageError, failure
from flatland.files import write_if_changed

if TYPE_CHECKING:
    from flatland.reorder.decision import Decision
    from flatland.reorder.facts import Facts
    from flatland.reorder.problem import Base
    from flatland.reorder.recorded import Constraints, Recorded
    from flatland.reorder.solution import Options


def register(subparsers: Subparsers) -> None:
    """Adds `flat reorder` with its own verbs."""
    parser = add_verb(
        subparsers,
        "reorder",
        "Decide layouts of classes by recorded profiles, guard them and draw them.",
        [
            ("flat reorder plan profile.json -o layout.json", "of every class in the profile"),
            ("flat reorder plan profile.json --class flat::Tcb", "only show what it would gain"),
            ("flat reorder plan p.json --class T --pin head=0", "a member that must stay"),
            ("flat reorder plan p.json --facts t.json", "as `reorder describe -o t.json` found"),
            ("flat reorder plan p.json --time-limit 60", "as well as a minute lets"),
            ("flat reorder check profile.json tcb.cc", "fails if a class touches more lines now"),
            ("flat reorder check profile.json program", "the same of what is built with -g"),
            ("flat reorder draw profile.json --class T -o t.svg", "before and after, as a picture"),
        ],
    )
    verbs = parser.add_subparsers(dest="reorder_verb", metavar="VERB", required=True)
    _register_plan(verbs)
    _register_check(verbs)
    _register_draw(verbs)
    if not paths.is_wheel:
        verbs.add_parser("build", help="build the program that rewrites sources")


def _register_plan(verbs: Subparsers) -> None:
    parser = verbs.add_parser("plan", help="find the layout with the fewest cache lines")
    _add_profile(parser)
    _add_constraints(parser)
    parser.add_argument("-o", metavar="FILE", type=Path, help="write the layout plan there")
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=float,
        help="search until then, for each class, or until proof; then nothing is reproducible",
    )
    add_format(parser)


def _register_check(verbs: Subparsers) -> None:
    parser = verbs.add_parser("check", help="fail if a class touches more lines than recorded")
    _add_profile(parser)
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="a source, or what is built with -g"
    )
    parser.add_argument(
        "--flags", default="", metavar="FLAGS", help="what the compiler gets for a source"
    )
    parser.add_argument(
        "--with", dest="compiler", metavar="COMPILER", help="by default cc for .c, else c++"
    )
    _add_lines(parser)
    parser.add_argument(
        "--each",
        action="store_true",
        help="fail if any sequence touches more lines (default: if the class does on average)",
    )
    add_format(parser)


def _register_draw(verbs: Subparsers) -> None:
    parser = verbs.add_parser("draw", help="draw the accesses of a sequence before and after")
    _add_profile(parser)
    _add_constraints(parser)
    parser.add_argument("-o", metavar="FILE", type=Path, required=True, help="the SVG file")
    parser.add_argument(
        "--sequence", type=int, default=0, metavar="N", help="which, by frequency (default: 0)"
    )


def _add_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("profile", metavar="PROFILE", type=Path, help="a recorded profile")
    parser.add_argument(
        "--class",
        dest="classes",
        action="append",
        default=[],
        metavar="NAME",
        help="only this class; may be repeated (default: all of the profile)",
    )


def _add_lines(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--line", type=int, default=64, choices=(32, 64, 128), help="bytes of a cache line")
    add("--at", type=int, metavar="N", help="objects begin N bytes after the beginning of a line")
    add("--anywhere", type=int, metavar="N", help="objects begin at any multiple of N bytes")


def _add_constraints(parser: argparse.ArgumentParser) -> None:
    _add_lines(parser)
    add = parser.add_argument
    add(
        "--dirty",
        type=Fraction,
        default=Fraction(1, 16),
        metavar="W",
        help="what a line that is written costs more, in lines (default: 1/16)",
    )
    add(
        "--pin", action="append", default=[], metavar="MEMBER=OFFSET", help="a place that must stay"
    )
    add(
        "--facts",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="what binds the members of a class, from `reorder describe`; may be repeated",
    )
    add("--together", action="append", default=[], metavar="A,B", help="members for one line")
    add("--apart", action="append", default=[], metavar="A,B:C", help="members for different lines")
    add(
        "--relaxed",
        action="store_true",
        help="align scalars as they are accessed, not by their type",
    )
    add("--least-weight", type=float, default=0.0, metavar="W", help="leave out rarer sequences")
    add("--seed", type=int, default=1, metavar="N", help="the same seed, the same layout")
    add(
        "--moves",
        type=int,
        default=60_000,
        metavar="N",
        help="how many steps the search tries (default: 60000)",
    )
    add(
        "--work",
        type=float,
        default=20.0,
        metavar="N",
        help="how long to go on with proofs and bounds, in about seconds (default: 20)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Does what the verb after `reorder` says."""
    verbs = {"plan": _plan, "check": _check, "draw": _draw, "build": _build}
    return verbs[arguments.reorder_verb](arguments)


def _plan(arguments: argparse.Namespace) -> int:
    from flatland.reorder.plan_file import plan_values
    from flatland.reorder.report import report_lines, report_values

    decisions = _decisions(arguments)
    reproducible = all(each.solution.reproducible for each in decisions)
    plan = plan_values([each.plan for each in decisions], arguments.line, reproducible=reproducible)
    if arguments.o:
        _write(arguments.o, json.dumps(plan, indent=1) + "\n")
    if arguments.format == "json":
        print(json.dumps({"classes": [report_values(each) for each in decisions]}, indent=1))
        return 0
    for each in decisions:
        print("\n".join(report_lines(each)))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from flatland.reorder.recorded import Constraints, Recorded
    from flatland.reorder.regression import regression_lines, regression_values, verdicts

    constraints = Constraints(line_bytes=arguments.line, base=_base(arguments))
    recorded = [Recorded(each, constraints) for each in _classes(arguments)]
    found = verdicts(recorded, arguments.file, arguments.compiler, arguments.flags.split())
    if arguments.format == "json":
        print(json.dumps({"classes": [regression_values(each) for each in found]}, indent=1))
    else:
        for each in found:
            print("\n".join(regression_lines(each)))
    return 1 if any(each.regressions if arguments.each else each.is_worse for each in found) else 0


def _draw(arguments: argparse.Namespace) -> int:
    from flatland.reorder.figure import draw_decision

    decisions = _decisions(arguments)
    if len(decisions) != 1:
        names = ", ".join(each.recorded.name for each in decisions)
        raise UsageError("F0903", "a picture is of one class", help=f"--class one of {names}")
    _write(arguments.o, draw_decision(decisions[0], arguments.sequence))
    return 0


def _build(_arguments: argparse.Namespace) -> int:
    from flatland.setup.native_tools import make_kit_tool

    make_kit_tool("reorder", verbose=False)
    return 0


def _classes(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    from flatland.profile.file import read_profile

    profile = read_profile(arguments.profile)
    found = [each.values() for each in profile.classes if each.sequences.sequences]
    known = [each["name"] for each in found]
    for name in arguments.classes:
        if name not in known:
            raise failure(
                "F1120",
                f"the profile {arguments.profile} has no class `{name}`",
                help=f"it has: {', '.join(known) or 'none'}",
            )
    return [each for each in found if not arguments.classes or each["name"] in arguments.classes]


def _decisions(arguments: argparse.Namespace) -> list[Decision]:
    from flatland.reorder.recorded import Recorded
    from flatland.reorder.solution import Options

    options = Options(seed=arguments.seed, moves=arguments.moves, work=arguments.work)
    limit = getattr(arguments, "time_limit", None)
    if limit is not None and limit <= 0:
        raise UsageError("F0903", f"`--time-limit {limit:g}` is no time", help="--time-limit 60")
    constraints = _constraints(arguments)
    classes = _classes(arguments)
    facts = _facts(arguments, classes)
    found = [Recorded(each, constraints, facts.get(each["name"])) for each in classes]
    return [_decided(each, options, limit) for each in found]


def _decided(recorded: Recorded, options: Options, limit: float | None) -> Decision:
    """The layout of one class; tells how far it is where somebody waits for it."""
    from flatland.reorder.clock import Clock
    from flatland.reorder.decision import decide
    from flatland.reorder.progress import ProgressReporter, interruptible

    clock = Clock(limit)
    reporter = ProgressReporter(sys.stderr, clock)
    reports = limit is not None or sys.stderr.isatty()
    with interruptible(clock):
        decision = decide(recorded, options, reporter if reports else None, clock)
    reporter.end()
    return decision


def _facts(arguments: argparse.Namespace, classes: list[dict[str, Any]]) -> dict[str, Facts]:
    from flatland.reorder.facts import read_facts

    recorded = {
        each["name"]: {member["name"]: member["offset"] for member in each["members"]}
        for each in classes
    }
    found = {}
    for file in arguments.facts:
        facts = read_facts(file)
        if facts.name not in recorded:
            raise failure(
                "F1120",
                f"{file} is of `{facts.name}`, which is not planned here",
                help=f"planned are: {', '.join(recorded) or 'none'}",
            )
        facts.check(file, recorded[facts.name])
        found[facts.name] = facts
    return found


def _constraints(arguments: argparse.Namespace) -> Constraints:
    from flatland.reorder.recorded import Constraints

    return Constraints(
        line_bytes=arguments.line,
        dirty_weight=arguments.dirty,
        base=_base(arguments),
        pins=dict(_pin(text) for text in arguments.pin),
        together=tuple(tuple(text.split(",")) for text in arguments.together),
        apart=tuple(_apart(text) for text in arguments.apart),
        relaxed=arguments.relaxed,
        least_weight=arguments.least_weight,
    )


def _base(arguments: argparse.Namespace) -> Base | None:
    from flatland.reorder.problem import Base

    if arguments.anywhere is not None:
        return Base(anywhere=arguments.anywhere)
    return None if arguments.at is None else Base(offset=arguments.at)


def _pin(text: str) -> tuple[str, int]:
    member, equals, offset = text.partition("=")
    if not equals or not offset.isdigit():
        raise UsageError("F0903", f"`--pin {text}` is not MEMBER=OFFSET", help="--pin head=0")
    return member, int(offset)


def _apart(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    left, colon, right = text.partition(":")
    if not colon:
        raise UsageError("F0903", f"`--apart {text}` is not A,B:C", help="--apart mine:theirs")
    return tuple(left.split(",")), tuple(right.split(","))


def _write(file: Path, text: str) -> None:
    try:
        write_if_changed(file, text)
    except OSError as problem:
        raise failure("F0808", f"cannot write {file}", notes=[str(problem)]) from problem
