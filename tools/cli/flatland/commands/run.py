# SPDX-License-Identifier: BSD-2-Clause
"""Builds a kernel and runs it, as a Linux process or in QEMU."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from pathlib import Path

from flatland.builder.workspace import find_workspace
from flatland.commands._build_options import add_build_options, build_options
from flatland.commands._options import Subparsers, add_format, add_kernel, add_verb
from flatland.errors import UsageError, shown
from flatland.guided.build import build_kernel
from flatland.run import network, window
from flatland.run.keys import read_keys
from flatland.run.provenance import provenance, sentence
from flatland.run.records import present
from flatland.run.session import RunOptions, Session
from flatland.run.settings import read_run_file
from flatland.run.statistics import as_data, text_of

time_out = 124
takes_program = True  # `-- PROGRAM ARGUMENT...`: what the kernel is to run


def register(subparsers: Subparsers) -> None:
    """Adds `flat run`."""
    parser = add_verb(
        subparsers,
        "run",
        "Build a kernel and run it; its console is standard output.",
        [
            ("flat run hello", "as a Linux process"),
            ("flat run hello -t x86_64", "in QEMU"),
            ("flat run hello --until 'ready' --timeout 20", "wait for a line: exit 0, 1 or 124"),
            ("flat run hello -t x86_64 --gdb", "wait for a debugger; prints its command"),
            ("flat run choose --configuration patient", "one of several that the image can be"),
            ("flat run network --stats", "what its links and protocols have counted, at the end"),
            ("flat run pingpong --format json", "what the kernel measured, as data"),
            ("flat run unix -- /bin/busybox wc /etc/passwd", "a program, and its exit status"),
        ],
    )
    add_kernel(parser)
    add_build_options(parser)
    parser.add_argument("--until", metavar="REGEX", help="end with success when a line matches")
    parser.add_argument(
        "--timeout", metavar="S", type=_seconds, help="end with exit code 124 after S seconds"
    )
    parser.add_argument(
        "--configuration",
        metavar="NAME",
        help="which of the kernel's configurations (default: the first that it names)",
    )
    parser.add_argument("--gdb", action="store_true", help="start stopped, wait for a debugger")
    parser.add_argument(
        "--instruments",
        metavar="NAMES",
        help="instruments, separated by commas (default: those of the kernel's run.toml)",
    )
    parser.add_argument(
        "--net",
        metavar="CABLE",
        action="append",
        default=[],
        help="the cable of the next network card: dgram:OWN,OTHER (paths of sockets), tap:NAME, or "
        "user:PORT-PORT (TCP, of this host's loopback and of a kernel that is 10.0.0.2, as by "
        "WithNetwork)",
    )
    parser.add_argument(
        "--capture",
        metavar="FILE",
        type=Path,
        help="where the frames at the first network card's cable go, for tshark",
    )
    parser.add_argument(
        "--disk",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="the file that is the next disk; the kernel writes to it",
    )
    parser.add_argument(
        "--keys",
        metavar="KEYS",
        default="",
        help="keys to press once the kernel has said something, as in a,left,shift-q,esc",
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        help="no window, also where there is a display; doom plays a demo then",
    )
    parser.add_argument(
        "--module",
        metavar="FILE",
        type=Path,
        help="the file that the loader puts beside the kernel (default: that of its run.toml)",
    )
    parser.add_argument(
        "--stats",
        action="store_true",
        help="at its end, and at each SIGUSR1, what components have counted: frames, segments...",
    )
    add_format(parser)


def _seconds(text: str) -> float:
    """A positive number of seconds."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError(text)
    return value


def run(arguments: argparse.Namespace) -> int:
    """Builds, runs, presents the records; returns what the end of the run means."""
    options = _run_options(arguments)
    chosen = build_options(arguments)
    built = build_kernel(_kernel_to_run(arguments), chosen)
    as_json = arguments.format == "json"
    session = Session(built, options, console_out=sys.stderr if as_json else sys.stdout)
    try:
        report = session.run()
    finally:  # Ctrl-C is how a server ends
        if options.statistics and not as_json:
            print(f"\n{text_of(session.counts)}")
    if as_json:
        facts = provenance(built, chosen) if report.records else {}
        values = {"records": report.records, "end": report.end, "status": report.status}
        counted = {"statistics": as_data(session.counts)} if options.statistics else {}
        print(json.dumps({**values, **counted, "measured": facts}))
    elif report.records:
        text = present(report.records, session.run_file.tables)
        print(f"\n{text}" if text else json.dumps(report.records, indent=2))
        print(f"\n{sentence(provenance(built, chosen))}")
    if report.end == "timed out":
        print(f"flat: stopped after {arguments.timeout:g} s", file=sys.stderr)
        return time_out
    if report.problem:
        print(f"flat: {report.problem}", file=sys.stderr)
        return 1
    return report.program_status


def _kernel_to_run(arguments: argparse.Namespace) -> str:
    """The kernel as given; where nobody can look at it or presses keys, perhaps another."""
    kernel = find_workspace().find_kernel(arguments.kernel)
    displays = {} if arguments.headless else os.environ
    other = window.unseen(read_run_file(kernel.parent), kernel, displays)
    if other is None or arguments.keys or arguments.gdb:
        return str(arguments.kernel)
    print(f"flat: there is no window: {shown(other)} in place of {kernel.stem}", file=sys.stderr)
    return str(other)


def _run_options(arguments: argparse.Namespace) -> RunOptions:
    """The options as given; a UsageError for an invalid pattern."""
    try:
        until = re.compile(arguments.until) if arguments.until is not None else None
    except re.error as problem:
        message = f"`{arguments.until}` is no regular expression: {problem}"
        raise UsageError(
            "F0802", message, help="the syntax is that of Python's module re"
        ) from None
    names = arguments.instruments
    chosen = None if names is None else tuple(name for name in names.split(",") if name)
    network.check(arguments.net)
    return RunOptions(
        until=until,
        timeout_s=arguments.timeout,
        gdb=arguments.gdb,
        instruments=chosen,
        verbose=arguments.verbose,
        cables=tuple(arguments.net),
        capture=arguments.capture,
        configuration=arguments.configuration,
        keys=read_keys(arguments.keys),
        headless=arguments.headless,
        disks=tuple(arguments.disk),
        module=arguments.module,
        program=tuple(arguments.program),
        statistics=arguments.stats,
    )
