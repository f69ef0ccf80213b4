# SPDX-License-Identifier: BSD-2-Clause
"""What the plug-in memtrace recorded of the accesses to objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland.errors import failure

_format, _version = "flatland-sequences", 1


@dataclass(frozen=True)
class Access:
    """One access: of the paper's quadruple (n, o, s, m)."""

    object: int  # 0: the first of its class that the invocation met
    offset: int
    size_bytes: int
    is_write: bool


@dataclass(frozen=True)
class Sequence:
    """The accesses to objects of one class in one invocation."""

    entry: int  # where the invocation began: an address, or the number of a function
    times: int
    is_cut: bool  # it was longer
    accesses: tuple[Access, ...]


@dataclass(frozen=True)
class Base:
    """Where objects began: `offset` bytes after multiples of `align_bytes`, at most a page."""

    offset: int
    align_bytes: int

    def join(self, other: Base) -> Base:
        """What is true of the objects of both."""
        differing = (self.offset ^ other.offset) | self.align_bytes | other.align_bytes
        align = differing & -differing
        return Base(self.offset % align, align)


@dataclass(frozen=True)
class ClassSequences:
    """All different sequences of a class, the most frequent first."""

    name: str
    size_bytes: int
    sequences: tuple[Sequence, ...]
    base: Base | None = None  # None: no object was met


@dataclass(frozen=True)
class Recording:
    """One run: how often an invocation began, and what they all did to each class."""

    invocations: int
    unfinished: int  # of them: cut off by the end, and not among the sequences
    malformed: int  # records that make no sense
    classes: tuple[ClassSequences, ...]


def parse_recording(text: str) -> Recording:
    """What the plug-in has written; ValueError, KeyError or TypeError if that is something else."""
    values = json.loads(text)
    if (values["format"], values["version"]) != (_format, _version):
        raise ValueError(f"it is no {_format}, version {_version}")
    counts = (values["invocations"], values["unfinished"], values["malformed_records"])
    return Recording(*counts, tuple(map(_class, values["classes"])))


def read_recording(file: Path) -> Recording:
    """Reads what the plug-in has written of a kernel; an error if it is not what it should be."""
    try:
        recording = parse_recording(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise failure(
            "F0809",
            f"the profile {file} cannot be read",
            notes=[f"{type(problem).__name__}: {problem}"],
            help="the kernel has to end by itself, or by --timeout",
        ) from problem
    if recording.malformed:
        raise failure(
            "F0810",
            "invalid object record: overlap, no class name, or changed size",
            notes=[f"{recording.malformed} of this run"],
            help="see core/image/object_record.hpp: objects apart, one size for each class",
        )
    return recording


def _class(values: dict[str, Any]) -> ClassSequences:
    found = [
        Sequence(
            int(each["entry"], 16),
            each["times"],
            each["cut"],
            tuple(Access(n, offset, size, mode == "write") for n, offset, size, mode in accesses),
        )
        for each in values["sequences"]
        for accesses in [each["accesses"]]
    ]
    found.sort(key=lambda each: -each.times)
    base = Base(*values["base"]) if "base" in values else None
    return ClassSequences(values["name"], values["size_bytes"], tuple(found), base)
