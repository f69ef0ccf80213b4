# SPDX-License-Identifier: BSD-2-Clause
"""What the parsers of several verbs share: how a verb is added, and options of one meaning."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Subparsers: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Subparsers = object


def add_verb(
    subparsers: Subparsers, name: str, summary: str, examples: Sequence[tuple[str, str]]
) -> argparse.ArgumentParser:
    """Adds the parser of one verb, its help ending in examples (command, what it does)."""
    width = max((len(command) for command, _ in examples), default=0)
    lines = [f"  {command.ljust(width)}  {meaning}" for command, meaning in examples]
    return subparsers.add_parser(
        name,
        help=summary,
        description=summary,
        epilog="\n".join(["examples:", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_format(parser: argparse.ArgumentParser, *others: str) -> None:
    """Adds `--format text|json|…`; every verb that reports something has it."""
    parser.add_argument(
        "--format",
        choices=("text", "json", *others),
        default="text",
        help="how results are printed on standard output (default: text)",
    )


def add_kernel(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Adds the positional `KERNEL`: the name of a folder under kernels/, or a path to a .flat."""
    parser.add_argument(
        "kernel",
        metavar="KERNEL",
        nargs="?" if optional else None,
        help="a kernel's name (`flat list`) or the path of its .flat file",
    )


def add_target(parser: argparse.ArgumentParser) -> None:
    """Adds `-t TARGET`."""
    parser.add_argument(
        "-t",
        "--target",
        metavar="TARGET",
        help="one of the kernel's targets (default: the first that it names)",
    )


def add_compiler(parser: argparse.ArgumentParser) -> None:
    """Adds `--compiler clang|g++`."""
    parser.add_argument(
        "--compiler",
        choices=("clang", "g++"),
        default="clang",
        help="the C++ compiler (default: clang)",
    )


def add_verbose(parser: argparse.ArgumentParser) -> None:
    """Adds `-v`, for verbs that run commands."""
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show every command that is run"
    )
