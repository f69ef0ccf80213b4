# SPDX-License-Identifier: BSD-2-Clause
"""Records how a Linux program accesses its objects, and works on profiles."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flatland import invocation
from flatland.commands._options import Subparsers, add_format, add_verb, add_verbose
from flatland.errors import UsageError, failure
from flatland.files import write_if_changed

if TYPE_CHECKING:
    from flatland.profile.file import Profile

sequences_shown = 8


def register(subparsers: Subparsers) -> None:
    """Adds `flat memtrace`."""
    parser = add_verb(
        subparsers,
        "memtrace",
        "Record how calls of a program's functions access its objects, and work on profiles.",
        [
            ("flat memtrace --class request --entry handle -- ./server -p 80", "trace a program"),
            ("flat memtrace --class … --entry … -o p.json -- ./server", "and keep the profile"),
            ("flat memtrace show p.json", "what a profile says"),
            ("flat memtrace merge a.json b.json -o c.json", "one profile of several"),
            ("flat memtrace diff a.json b.json", "what has changed"),
            ("flat memtrace translate p.json --to ./server -o q.json", "to its layout of today"),
        ],
    )
    repeated: dict[str, Any] = {"action": "append", "default": []}
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="the program and its arguments, after `--`"
    )
    parser.add_argument("--class", dest="classes", metavar="NAME", help="to trace", **repeated)
    parser.add_argument(
        "--entry", dest="entries", metavar="FUNCTION", help="whose calls to trace", **repeated
    )
    parser.add_argument(
        "--allocated-in",
        metavar="[CLASS=]FUNCTION",
        help="only memory that is allocated while FUNCTION runs is an object",
        **repeated,
    )
    parser.add_argument(
        "--library", type=Path, metavar="FILE", help="a shared library with such", **repeated
    )
    parser.add_argument("--arrays", action="store_true", help="count memory of multiples of a size")
    parser.add_argument(
        "--no-heap", action="store_true", help="static objects, and those that the program tells of"
    )
    parser.add_argument("--to", type=Path, metavar="IMAGE", help="has the layout for `translate`")
    parser.add_argument("-o", metavar="FILE", type=Path, help="write the profile there, as JSON")
    add_verbose(parser)
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Traces, or does what the first word says; of a trace, the result is the program's status."""
    if arguments.entries:
        return _trace(arguments)
    actions: dict[str, Callable[[argparse.Namespace, Sequence[Path]], int]] = {
        "show": _show,
        "merge": _merge,
        "diff": _diff,
        "translate": _translate,
    }
    name = arguments.words[0] if arguments.words else ""
    if name in actions:
        return actions[name](arguments, [Path(word) for word in arguments.words[1:]])
    raise _usage(
        f"`{name}` is no action, and no `--entry` is given" if name else "nothing to trace",
        "--class NAME --entry FUNCTION -- PROGRAM…, or show, merge, diff, translate",
    )


def _usage(message: str, help: str) -> UsageError:
    return UsageError("F0903", message, help=help)


def _trace(arguments: argparse.Namespace) -> int:
    from flatland.memtrace.launch import build_tools
    from flatland.memtrace.trace import Request, trace

    if not arguments.words:
        raise _usage("there is no program to trace", "it stands after `--`")
    if not arguments.classes:
        raise _usage("no class is named whose objects to trace", "`--class NAME`")
    request = Request(
        arguments.words,
        arguments.classes,
        arguments.entries,
        arguments.allocated_in,
        arguments.library,
        not arguments.no_heap,
        arguments.arrays,
    )
    console = sys.stderr if arguments.format == "json" else sys.stdout
    traced = trace(request, lambda: build_tools(arguments.verbose), console)
    _give(arguments, traced.profile)
    for note in traced.notes:
        print(f"{invocation.name()}: {note}", file=sys.stderr)
    ended = traced.ended
    if ended.status:
        how = f"was ended by {ended.signal}" if ended.signal else f"ended with {ended.status}"
        print(f"{invocation.name()}: the program {how}", file=sys.stderr)
    return ended.status


def _give(arguments: argparse.Namespace, values: dict[str, Any], *, quiet: bool = False) -> None:
    """Writes a profile to its file, and prints it or what it says."""
    text = json.dumps(values, indent=1) + "\n"
    if arguments.o:
        try:
            write_if_changed(arguments.o, text)
        except OSError as problem:
            raise failure("F0808", f"cannot write {arguments.o}", notes=[str(problem)]) from problem
    if arguments.format == "json":
        print(text, end="")
    elif not (quiet and arguments.o):
        from flatland.profile.summary import summary

        print("\n".join(summary(values, sequences_shown)))


def _read(files: Sequence[Path], number: int | None, action: str) -> list[Profile]:
    """The profiles; `number` of them, or any number but none."""
    from flatland.profile.file import read_profile

    if len(files) != number if number else not files:
        wanted = {1: "one profile", 2: "two profiles"}.get(number or 0, "profiles")
        raise _usage(f"`memtrace {action}` takes {wanted}", "`flat memtrace --help` shows its use")
    return [read_profile(file) for file in files]


def _show(arguments: argparse.Namespace, files: Sequence[Path]) -> int:
    (profile,) = _read(files, 1, "show")
    values = profile.values()
    known = [each["name"] for each in values["classes"]]
    for name in arguments.classes:
        if name not in known:
            raise failure("F1003", f"the profile has no class `{name}`", notes=_has(known))
    if arguments.classes:
        values["classes"] = [
            each for each in values["classes"] if each["name"] in arguments.classes
        ]
    _give(arguments, values)
    return 0


def _has(names: Sequence[str]) -> list[str]:
    return [f"it has `{name}`" for name in names]


def _merge(arguments: argparse.Namespace, files: Sequence[Path]) -> int:
    from flatland.profile.merge import merge

    _give(arguments, merge(_read(files, None, "merge")).values(), quiet=True)
    return 0


def _diff(arguments: argparse.Namespace, files: Sequence[Path]) -> int:
    from flatland.profile.difference import difference, text

    before, after = _read(files, 2, "diff")
    found = difference(before, after)
    if arguments.format == "json":
        print(json.dumps(found, indent=1))
    else:
        print("\n".join(text(found)))
    return 0


def _translate(arguments: argparse.Namespace, files: Sequence[Path]) -> int:
    from flatland.memtrace.image import translate_to

    (profile,) = _read(files, 1, "translate")
    if arguments.to is None:
        raise _usage("to which layout is not said", "`--to IMAGE` names a program or kernel")
    _give(arguments, translate_to(profile, arguments.to).values(), quiet=True)
    return 0
