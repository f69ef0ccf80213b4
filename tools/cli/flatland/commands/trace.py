# SPDX-License-Identifier: BSD-2-Clause
"""Runs a kernel and records how it accesses its objects, from each entry to the exit."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from flatland.build.files import write_if_changed
from flatland.build.pipeline import BuildOptions, BuildResult, build_kernel
from flatland.commands._build_options import add_build_options, build_options
from flatland.commands._options import Subparsers, add_format, add_kernel, add_verb
from flatland.errors import failure
from flatland.run.provenance import provenance, sentence
from flatland.run.session import RunOptions, Session

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
    session_options = RunOptions(
        timeout_s=arguments.timeout, instruments=("profile",), verbose=arguments.verbose
    )
    report = Session(built, session_options, console_out=sys.stderr).run()
    if report.problem:
        print(f"flat: {report.problem}", file=sys.stderr)
        return 1
    profile = _profile(built, options)
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


def _profile(built: BuildResult, options: BuildOptions) -> dict[str, Any]:
    from flatland.profile.entries import Entries
    from flatland.profile.members import Layout, read_layouts
    from flatland.profile.sequences import read_recording
    from flatland.profile.values import class_values, profile_values

    recording = read_recording(built.image.with_name("profile.json"))
    if not recording.classes:
        raise failure(
            "F0811",
            "the kernel tells of no objects",
            help="call flat::tell_objects (core/object_record.hpp) where it makes them",
        )
    layouts = read_layouts(built.image, {each.name for each in recording.classes})
    entries = Entries(built.image)
    classes = [
        class_values(each, layouts.get(each.name, Layout([])), entries.name)
        for each in recording.classes
    ]
    facts = {"measured": provenance(built, options), "invocations": recording.invocations}
    return profile_values(classes, facts)
