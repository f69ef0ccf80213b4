# SPDX-License-Identifier: BSD-2-Clause
"""Traces a program for a test, and writes its sequences short."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path

from flatland.memtrace.launch import Tools
from flatland.memtrace.trace import Request, Traced, trace

programs = Path(__file__).parent / "programs"
Compile = Callable[..., Path]
Sequences = dict[str, list[tuple[int, str]]]


def run(tools: Tools, program: Path, request: Request, *arguments: str) -> Traced:
    """What the request traces of the program with these arguments."""
    whole = dataclasses.replace(request, command=[str(program), *arguments])
    return trace(whole, lambda: tools, sys.stderr)


def sequences(traced: Traced, name: str) -> Sequences:
    """By entry: how often, and the accesses as `object.offset:size` with `r` or `w`."""
    found: Sequences = {}
    (values,) = (each for each in traced.profile["classes"] if each["name"] == name)
    for each in values["sequences"]:
        text = " ".join(
            f"{one['object']}.{one['offset']}:{one['size_bytes']}{one['mode'][0]}"
            for one in each["accesses"]
        )
        found.setdefault(each["entry"], []).append((each["times"], text))
    return {entry: sorted(some, reverse=True) for entry, some in found.items()}
