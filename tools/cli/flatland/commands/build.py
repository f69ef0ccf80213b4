# SPDX-License-Identifier: BSD-2-Clause
"""Builds a kernel's image, or the object of a component."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from flatland.builder.component_object import build_component
from flatland.builder.pipeline import BuildResult
from flatland.builder.workspace import find_workspace
from flatland.commands._build_options import add_build_options, build_options
from flatland.commands._options import Subparsers, add_kernel, add_verb
from flatland.errors import UsageError, shown
from flatland.guided.build import build_kernel


def register(subparsers: Subparsers) -> None:
    """Adds `flat build`."""
    parser = add_verb(
        subparsers,
        "build",
        "Build a kernel's image: resolve and check the assembly, compile, link; or, after the word "
        "`component`, the object of a component that a running kernel can load.",
        [
            ("flat build hello", "for the kernel's first target"),
            ("flat build hello -t x86_64", "for another one"),
            ("flat build hello --compiler g++", "with the other compiler"),
            ("flat build pingpong --variant flat -v", "its classes flattened, and which they were"),
            ("flat build think --domain server", "the image of one domain, without the kernel"),
            ("flat build path/to/my.flat", "a kernel in a folder of yours"),
            ("flat build component thread.Lottery --relocatable", "an object for service.Loader"),
            ("flat build component thread.Lottery --relocatable --set slice=5", "and a setting"),
            ("flat build component extensible.Scaled --relocatable --unprivileged", "for domains"),
        ],
    )
    add_kernel(parser)
    parser.add_argument(
        "component",
        metavar="COMPONENT",
        nargs="?",
        help="if KERNEL is the word `component`: whose object to build",
    )
    parser.add_argument(
        "--relocatable",
        action="store_true",
        help="with `component`: an object that can lie anywhere in a kernel's memory",
    )
    parser.add_argument(
        "--unprivileged",
        action="store_true",
        help="with `component`: for domains beside the kernel's",
    )
    parser.add_argument(
        "--set",
        metavar="ATTRIBUTE=VALUE",
        action="append",
        default=[],
        help="with `component`: the value of an attribute, as an assembly writes it",
    )
    parser.add_argument(
        "--domain",
        metavar="NAME",
        help="only the image of this domain, which service.Programs of a running kernel starts",
    )
    add_build_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Builds and prints the image's path; with -v also what was flattened."""
    if arguments.kernel == "component":
        return _build_component(arguments)
    if arguments.component or arguments.relocatable or arguments.set or arguments.unprivileged:
        raise UsageError(
            "F0722",
            "COMPONENT, --relocatable, --set and --unprivileged are for objects of components",
            help="write `flat build component COMPONENT --relocatable`",
        )
    options = replace(build_options(arguments), domain=arguments.domain)
    result = build_kernel(arguments.kernel, options)
    if arguments.domain:
        print(shown(_image_of(result, arguments.domain)))
        return 0
    for summary in result.summaries if arguments.verbose else ():
        print(summary.read_text(encoding="utf-8"), end="", file=sys.stderr)
    print(shown(result.image))
    return 0


def _image_of(result: BuildResult, domain: str) -> Path:
    """The file of a domain's image as a kernel embeds it; a UsageError if there is none."""
    domains = {each.domain: each.file for each in result.images[1:]}
    if domain not in domains:
        raise UsageError(
            "F0723",
            f"{result.kernel.stem} has no domain `{domain}` beside the kernel's",
            help=f"it has {', '.join(domains)}" if domains else None,
        )
    return domains[domain].with_suffix(".stripped")


def _build_component(arguments: argparse.Namespace) -> int:
    """Builds and prints the object's path."""
    if not arguments.component or not arguments.relocatable:
        raise UsageError(
            "F0722",
            "an object of a component is built for a place that is not known yet",
            help="write `flat build component COMPONENT --relocatable`",
        )
    options = build_options(arguments)
    workspace = find_workspace()
    is_privileged = not arguments.unprivileged
    product = build_component(workspace, arguments.component, arguments.set, options, is_privileged)
    print(shown(product))
    return 0
