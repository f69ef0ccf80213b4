# SPDX-License-Identifier: BSD-2-Clause
"""Compares a kernel's variants: instructions, memory accesses, sizes, cycles; and with marks."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

from flatland.bench import calls, marks
from flatland.bench.ladder import climb
from flatland.bench.table import lines
from flatland.builder.pipeline import BuildOptions
from flatland.commands._options import (
    Subparsers,
    add_compiler,
    add_format,
    add_kernel,
    add_target,
    add_verb,
    add_verbose,
)

turns_default = 9
_counting_target = "x86_64"  # that of the instruments
_kernels = {
    "l4": ("pingpong", "l4-costs", "hello"),
    "net": ("network-rounds", "remote-rounds"),
    "unix": ("kernels/unix/marks.flat",),
    "fs": ("file-costs",),
}


def register(subparsers: Subparsers) -> None:
    """Adds `flat bench`."""
    parser = add_verb(
        subparsers,
        "bench",
        "Build a kernel in every variant, run it, and set what it costs side by side.",
        [
            (
                "flat bench ladder pingpong",
                "virtual, final, lto, flat; with and without retpolines",
            ),
            ("flat bench ladder pingpong --compiler g++", "the same with the other compiler"),
            ("flat bench ladder pingpong --rounds 21", "more rounds for the cycles"),
            ("flat bench ladder hello", "only sizes: it counts no operation"),
            ("flat bench ladder pingpong --format json", "the same as data"),
            ("flat bench l4", "what IPC, faults, images cost, beside marks and other kernels"),
            ("flat bench net", "what the network costs, beside its marks and Linux"),
            ("flat bench rpc", "what remote procedure calls cost, general and specialised"),
            ("flat bench fs", "what operations on files cost, likewise"),
            ("flat bench unix", "what system calls and processes cost, likewise"),
        ],
    )
    parser.add_argument("what", choices=("ladder", "rpc", *_kernels), help="what to compare")
    add_kernel(parser, optional=True)
    add_target(parser)
    add_compiler(parser)
    parser.add_argument(
        "--rounds",
        type=_positive,
        default=turns_default,
        metavar="N",
        help=f"runs of each image that takes cycles (default: {turns_default})",
    )
    add_verbose(parser)
    add_format(parser)
    parser.set_defaults(refuse=parser.error)


def _positive(text: str) -> int:
    value = int(text)
    if value <= 0:
        raise ValueError(text)
    return value


def run(arguments: argparse.Namespace) -> int:
    """Measures and prints; rows that could not be measured say why and are no failure."""
    options = BuildOptions(arguments.target, arguments.compiler, arguments.verbose)
    if arguments.what in _kernels:
        kernels = (arguments.kernel,) if arguments.kernel else _kernels[arguments.what]
        counted = replace(options, target=options.target or _counting_target)
        return _measure_marks(kernels, counted, arguments.format)
    if arguments.what == "rpc":
        return _measure_calls(arguments.kernel, options, arguments.format)
    if not arguments.kernel:
        arguments.refuse("the following arguments are required: KERNEL")
    try:
        result = climb(arguments.kernel, options, arguments.rounds, _tell)
    finally:
        _tell("")
    if arguments.format == "json":
        rows = [row.as_json() for row in result.rows]
        print(json.dumps({"rows": rows, "measured": dict(result.measured)}, indent=2))
    else:
        print("\n".join(lines(arguments.kernel, result)))
    return 0


def _measure_marks(kernels: Sequence[str], options: BuildOptions, output: str) -> int:
    try:
        result = marks.joined([marks.measure(kernel, options, _tell) for kernel in kernels])
    finally:
        _tell("")
    if output == "json":
        print(json.dumps(marks.as_json(result), indent=2))
    else:
        print("\n".join(marks.lines(result)))
    return 0


def _measure_calls(kernel: str | None, options: BuildOptions, output: str) -> int:
    try:
        result = calls.measure((kernel,) if kernel else calls.kernels, options, _tell)
    finally:
        _tell("")
    if output == "json":
        print(json.dumps(calls.as_json(result), indent=2))
    else:
        print("\n".join(calls.lines(result)))
    return 0


def _tell(what: str) -> None:
    """Shows what is being done: on a terminal on one line that is written over."""
    if sys.stderr.isatty():
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        sys.stderr.write(f"\r\033[K{what[: columns - 1]}")
        sys.stderr.flush()
    elif what:
        print(f"flat: {what}", file=sys.stderr)
