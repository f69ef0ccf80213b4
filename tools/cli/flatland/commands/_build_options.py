# SPDX-License-Identifier: BSD-2-Clause
"""The options of every verb that builds, and what they mean."""

from __future__ import annotations

import argparse
from typing import cast

from flatland.builder.ladder import Step, VariantName, variant_names
from flatland.builder.pipeline import BuildOptions
from flatland.commands._options import add_compiler, add_target, add_verbose
from flatland.errors import UsageError


def add_build_options(parser: argparse.ArgumentParser) -> None:
    """Adds -t, --compiler, --variant, --retpolines and -v."""
    add_target(parser)
    add_compiler(parser)
    parser.add_argument(
        "--variant",
        metavar="VARIANT",
        default="virtual",
        help="which step of the ladder: `virtual`, as written (default); `final`, classes that "
        "nothing derives from sealed; `lto`, optimized at link time; `flat`, by collapse; "
        "`laid-out`, flat and by reorder; `special`, the same, what the assembly knows constant; "
        "`alphabetical`, flat with members by name",
    )
    parser.add_argument(
        "--retpolines",
        action="store_true",
        help="harden indirect branches of the kernel against speculation",
    )
    add_verbose(parser)


def build_options(arguments: argparse.Namespace) -> BuildOptions:
    """The options as given; a UsageError for a variant that nothing makes."""
    step = find_step(arguments.variant, arguments.retpolines)
    return BuildOptions(arguments.target, arguments.compiler, arguments.verbose, step)


def find_step(variant: str, retpolines: bool = False) -> Step:
    """The step of the ladder of that name; a UsageError for one that nothing makes."""
    if variant not in variant_names:
        known = ", ".join(variant_names)
        raise UsageError("F0709", f"there is no variant `{variant}`", help=f"there are: {known}")
    return Step(cast(VariantName, variant), retpolines)
