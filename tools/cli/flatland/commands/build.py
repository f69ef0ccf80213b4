# SPDX-License-Identifier: BSD-2-Clause
"""Builds a kernel's image."""

from __future__ import annotations

import argparse
import sys

from flatland.commands._build_options import add_build_options, build_options
from flatland.commands._options import Subparsers, add_kernel, add_verb
from flatland.errors import shown
from flatland.guided.build import build_kernel


def register(subparsers: Subparsers) -> None:
    """Adds `flat build`."""
    parser = add_verb(
        subparsers,
        "build",
        "Build a kernel's image: resolve and check the assembly, compile, link.",
        [
            ("flat build hello", "for the kernel's first target"),
            ("flat build hello -t x86_64", "for another one"),
            ("flat build hello --compiler g++", "with the other compiler"),
            ("flat build pingpong --variant flat -v", "its classes flattened, and which they were"),
            ("flat build path/to/my.flat", "a kernel in a folder of yours"),
        ],
    )
    add_kernel(parser)
    add_build_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Builds and prints the image's path; with -v also what was flattened."""
    result = build_kernel(arguments.kernel, build_options(arguments))
    for summary in result.summaries if arguments.verbose else ():
        print(summary.read_text(encoding="utf-8"), end="", file=sys.stderr)
    print(shown(result.image))
    return 0
