# SPDX-License-Identifier: BSD-2-Clause
"""Runs a kernel and makes a profile of what it does to its objects: docs/profiles.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from tempfile import TemporaryFile
from typing import Any, TextIO

from flatland.builder.pipeline import BuildOptions, BuildResult
from flatland.diagnostics import FlatError
from flatland.errors import failure, shown
from flatland.memtrace.launch import build_tools
from flatland.memtrace.trace import Request, trace
from flatland.profile.entries import Entries
from flatland.profile.members import Layout, read_layouts
from flatland.profile.sequences import read_recording
from flatland.profile.values import class_values, profile_values
from flatland.run.provenance import provenance
from flatland.run.session import RunOptions, Session
from flatland.run.settings import read_run_file


def record_profile(
    built: BuildResult,
    options: BuildOptions,
    timeout_s: float | None = None,
    is_quiet: bool = False,
) -> dict[str, Any]:
    """The profile of one run. A kernel that fails, or tells of no objects, is an error.

    In a machine, the invocations are entries into the kernel; in a process, they are calls of the
    functions that the kernel's run.toml names. What a kernel prints goes to the standard error, of
    a quiet run the last lines of one that fails, into the error.
    """
    console = StringIO() if is_quiet else sys.stderr
    if built.run.kind == "process":
        return _record_process(built, options, console)
    return _record_machine(built, options, timeout_s, console)


def _record_machine(
    built: BuildResult, options: BuildOptions, timeout_s: float | None, console: TextIO
) -> dict[str, Any]:
    run = RunOptions(timeout_s=timeout_s, instruments=("profile",), verbose=options.verbose)
    report = Session(built, run, console_out=console).run()
    if report.problem:
        raise _not_traced(report.problem, console)
    recording = read_recording(built.image.with_name("profile.json"))
    if not recording.classes:
        raise _no_objects()
    layouts = read_layouts(built.image, {each.name for each in recording.classes})
    entries = Entries(built.image)
    classes = [
        class_values(each, layouts.get(each.name, Layout([])), entries.name)
        for each in recording.classes
    ]
    facts = {"measured": provenance(built, options), "invocations": recording.invocations}
    return profile_values(classes, facts)


def _record_process(built: BuildResult, options: BuildOptions, console: TextIO) -> dict[str, Any]:
    entries = read_run_file(built.kernel.parent).entries
    if not entries:
        raise failure(
            "F0814",
            "no function is named whose calls of the kernel are to be traced",
            help=f'name functions in run.toml beside {shown(built.kernel)}: entries = ["…"]',
        )
    classes = built.object_classes
    if not classes:
        raise _no_objects()
    request = Request([str(built.image)], classes, entries, has_heap=False)
    with _file_of(console) as file:
        traced = trace(request, lambda: build_tools(options.verbose), file)
    if traced.ended.status:
        how = traced.ended.signal or f"status {traced.ended.status}"
        raise _not_traced(f"it ended with {how}", console)
    return {**traced.profile, "measured": provenance(built, options)}


@contextmanager
def _file_of(console: TextIO) -> Iterator[TextIO]:
    """What a process can write to: a console in memory gets all of it at the end."""
    if not isinstance(console, StringIO):
        yield console
        return
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        yield file
        file.seek(0)
        console.write(file.read())


def _not_traced(problem: str, console: TextIO) -> FlatError:
    printed = console.getvalue().splitlines() if isinstance(console, StringIO) else []
    notes = ["its last lines:", *(f"  {line}" for line in printed[-5:])] if printed else []
    return failure("F0812", f"the kernel could not be traced: {problem}", notes=notes)


def _no_objects() -> FlatError:
    return failure(
        "F0811",
        "the kernel recorded no objects that could be laid out",
        help="run it with `--variant flat`, or call flat::tell_objects "
        "(core/image/object_record.hpp) where it makes them",
    )
