# SPDX-License-Identifier: BSD-2-Clause
"""Runs a kernel and records how it accesses its objects, from each entry to the exit."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from flatland.commands._build_options import add_build_options, build_options
from flatland.commands._options import Subparsers, add_format, add_kernel, add_verb
from flatland.errors import failure
from flatland.files import write_if_changed
from flatland.guided.build import build_kernel
from flatland.guided.recording import record_profile
from flatland.run.provenance import sentence

sequences_shown = 8


def register(subparsers: Subparsers) -> None:
    """Adds `flat trace`."""
    parser = add_verb(
        subparsers,
        "trace",
        "Record how a kernel accesses its objects.",
        [
            ("flat trace pingpong", "the sequences of accesses to each class, most frequent first"),
            ("flat trace pingpong --variant flat", "with the names of all members"),
            ("flat trace pingpong -o profile.json", "the whole profile as a file"),
        ],
    )
    add_kernel(parser)
    add_build_options(parser)
    parser.add_argument("-o", metavar="FILE", type=Path, help="write the profile there, as JSON")
    parser.add_argument("--timeout", metavar="S", type=float, help="end the kernel after S seconds")
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Builds, runs, writes the profile and prints what is most frequent."""
    options = build_options(arguments)
    built = build_kernel(arguments.kernel, options)
    profile = record_profile(built, options, arguments.timeout)
    text = json.dumps(profile, indent=1) + "\n"
    if arguments.o:
        _write(arguments.o, text)
    if arguments.format == "json":
        print(text, end="")
        return 0
    from flatland.profile.summary import summary

    print("\n".join(summary(profile, sequences_shown)))
    print(sentence(profile["measured"]))
    return 0


def _write(file: Path, text: str) -> None:
    try:
        write_if_changed(file, text)
    except OSError as problem:
        raise failure("F0808", f"cannot write {file}", notes=[str(problem)]) from problem
