# SPDX-License-Identifier: BSD-2-Clause
"""Traces a program: from what the user names to a profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from flatland.errors import failure, shown
from flatland.memtrace.classes import TargetClass, find_class, static_objects
from flatland.memtrace.debug import Debug
from flatland.memtrace.functions import Function, find_function
from flatland.memtrace.launch import Ended, Tools, run_traced
from flatland.memtrace.program import Module, find_program, read_module
from flatland.memtrace.table import Targets, lines
from flatland.profile.members import Layout, read_layouts
from flatland.profile.sequences import Recording, parse_recording
from flatland.profile.values import class_values, profile_values


@dataclass(frozen=True)
class Request:
    """What the user has asked for, in words."""

    command: Sequence[str]
    classes: Sequence[str]
    entries: Sequence[str]
    allocated_in: Sequence[str] = ()  # FUNCTION, or CLASS=FUNCTION
    libraries: Sequence[Path] = ()
    has_heap: bool = True
    has_arrays: bool = False


@dataclass(frozen=True)
class Traced:
    """A profile, and how the program has ended."""

    profile: dict[str, Any]
    ended: Ended
    notes: Sequence[str]  # on what the profile does not hold


def trace(request: Request, build: Callable[[], Tools], stdout: TextIO) -> Traced:
    """Runs the program; errors tell what cannot be traced before it begins."""
    program = find_program(request.command[0])
    modules = [read_module(each) for each in (program, *request.libraries)]
    with _debug_of(modules) as debug:
        targets = find_targets(request, debug)
    layouts = _layouts(targets)
    tools = build()
    ended = run_traced(tools, lines(targets), request.command, program, request.has_heap, stdout)
    recording = _recording(ended, program)
    entries = [each.name for each in targets.entries]
    classes = [
        class_values(each, layouts[number], entries.__getitem__)
        for number, each in enumerate(_with_names(recording, targets.classes))
    ]
    facts = {
        "measured": _measured(program),
        "invocations": recording.invocations,
        "unfinished": recording.unfinished,
    }
    return Traced(profile_values(classes, facts), ended, list(_notes(recording, targets)))


@contextmanager
def _debug_of(modules: Sequence[Module]) -> Iterator[list[Debug]]:
    opened: list[Debug] = []
    try:
        for module in modules:
            opened.append(Debug(module))
        yield opened
    finally:
        for each in opened:
            each.close()


def find_targets(request: Request, modules: Sequence[Debug]) -> Targets:
    """Everything that the request names, found in the debug information."""
    classes = [find_class(modules, name) for name in dict.fromkeys(request.classes)]
    entries = [find_function(modules, name) for name in dict.fromkeys(request.entries)]
    allocated_in = _allocating_functions(request, modules, classes)
    if request.has_heap:
        _check_heap(modules[0].module, classes, allocated_in)
    return Targets(
        [each.module for each in modules],
        classes,
        entries,
        static_objects(modules, [each.name for each in classes]),
        allocated_in,
        request.has_heap,
        request.has_arrays,
    )


def _allocating_functions(
    request: Request, modules: Sequence[Debug], classes: Sequence[TargetClass]
) -> list[list[Function]]:
    found: list[list[Function]] = [[] for _ in classes]
    names = [each.name for each in classes]
    for text in request.allocated_in:
        owner, _, function = text.rpartition("=")
        if owner and owner not in names:
            raise failure(
                "F1003",
                f"`{owner}` is not one of the classes to trace",
                help=f"add `--class {owner}`",
            )
        place = find_function(modules, function)
        for number, name in enumerate(names):
            if owner in ("", name):
                found[number].append(place)
    return found


def _check_heap(
    program: Module, classes: Sequence[TargetClass], allocated_in: Sequence[Sequence[Function]]
) -> None:
    why = None
    if program.is_static:
        why = "it is linked statically: no library can stand before its allocator"
    elif program.defines("malloc"):
        why = "it has a `malloc` of its own, before which no library can stand"
    if why:
        raise failure(
            "F1007",
            f"what {shown(program.path)} allocates cannot be seen",
            notes=[why],
            help="build it with the C library's allocator and dynamically, or let it tell of its "
            "objects by tools/memtrace/announce.h and add `--no-heap`",
        )
    for each, functions in zip(classes, allocated_in, strict=True):
        if each.twins and not functions:
            raise failure(
                "F1006",
                f"memory of {each.size_bytes} bytes may be for `{each.name}` or for another class",
                notes=[f"`{twin}` has the same size" for twin in each.twins[:8]],
                help=f"name the functions that allocate it: `--allocated-in {each.name}=FUNCTION`; "
                "or trace static objects alone: `--no-heap`",
            )


def _layouts(targets: Targets) -> list[Layout]:
    found = []
    for each in targets.classes:
        layouts = read_layouts(targets.modules[each.module].path, {each.name})
        found.append(layouts.get(each.name, Layout([])))
    return found


def _recording(ended: Ended, program: Path) -> Recording:
    try:
        if ended.recording is None:
            raise ValueError("nothing was recorded")
        return parse_recording(ended.recording)
    except (ValueError, KeyError, TypeError) as problem:
        raise failure(
            "F1008",
            f"there is no recording of {shown(program)}",
            notes=[str(problem), f"it ended with {ended.signal or f'status {ended.status}'}"],
            help="a program that is killed by SIGKILL, or becomes another by exec, leaves none",
        ) from problem


def _with_names(recording: Recording, classes: Sequence[TargetClass]) -> Iterator[Any]:
    """The plug-in has cut long names."""
    for recorded, target in zip(recording.classes, classes, strict=True):
        yield replace(recorded, name=target.name)


def _measured(program: Path) -> dict[str, str]:
    return {"program": program.name, "emulator": "qemu-x86_64, TCG"}


def _notes(recording: Recording, targets: Targets) -> Iterator[str]:
    if not recording.invocations:
        names = ", ".join(f"`{each.name}`" for each in targets.entries)
        yield f"{names} was never called"
    for recorded, target in zip(recording.classes, targets.classes, strict=True):
        if recording.invocations and not recorded.sequences:
            yield f"no object of `{target.name}` was accessed in an invocation"
    if recording.unfinished:
        yield f"{recording.unfinished} invocations were cut off by the end and are not counted"
    if recording.malformed:
        yield (
            f"{recording.malformed} invalid object records: overlap, no class name, or changed size"
        )
