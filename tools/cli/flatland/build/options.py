# SPDX-License-Identifier: BSD-2-Clause
"""The options of every verb that builds, and what they mean."""

from __future__ import annotations

import argparse

from flatland.build.pipeline import BuildOptions
from flatland.errors import UsageError

variants_to_come = {
    "flat": "collapse, which flattens the classes of a kernel",
    "laid-out": "reorder, which lays data members out by a recorded profile",
    "special": "specialize, which evaluates a kernel's invariants away",
}


def add_build_options(parser: argparse.ArgumentParser) -> None:
    """Adds -t, --compiler, --variant and -v."""
    parser.add_argument(
        "-t",
        "--target",
        metavar="TARGET",
        help="one of the kernel's targets (default: the first that it names)",
    )
    parser.add_argument(
        "--compiler",
        choices=("clang", "g++"),
        default="clang",
        help="the C++ compiler (default: clang)",
    )
    parser.add_argument(
        "--variant",
        metavar="VARIANT",
        default="virtual",
        help="which step of the ladder: `virtual`, compiled as written (the only one yet)",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show every command that is run"
    )


def build_options(arguments: argparse.Namespace) -> BuildOptions:
    """The options as given; a UsageError for a variant that nothing makes."""
    variant = arguments.variant
    if variant in variants_to_come:
        raise UsageError(
            "F0709",
            f"nothing makes the variant `{variant}` yet",
            help=f"it comes with the tool {variants_to_come[variant]}; use `virtual`",
        )
    if variant != "virtual":
        known = ", ".join(["virtual", *variants_to_come])
        raise UsageError("F0709", f"there is no variant `{variant}`", help=f"there are: {known}")
    return BuildOptions(arguments.target, arguments.compiler, arguments.verbose)
