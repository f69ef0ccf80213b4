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
    """The accesses to objects of one class from the kernel's entry to its exit."""

    entry: int  # the address at which the kernel was entered
    times: int
    is_cut: bool  # it was longer
    accesses: tuple[Access, ...]


@dataclass(frozen=True)
class ClassSequences:
    """All different sequences of a class, the most frequent first."""

    name: str
    size_bytes: int
    sequences: tuple[Sequence, ...]


@dataclass(frozen=True)
class Recording:
    """One run: how often the kernel was entered, and what it did to each class."""

    invocations: int
    classes: tuple[ClassSequences, ...]


def read_recording(file: Path) -> Recording:
    """Reads what the plug-in has written; an error if that is not what it should be."""
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
        if (values["format"], values["version"]) != (_format, _version):
            raise ValueError(f"it is no {_format}, version {_version}")
        recording = Recording(values["invocations"], tuple(map(_class, values["classes"])))
        malformed = values["malformed_records"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise failure(
            "F0809",
            f"the profile {file} cannot be read",
            notes=[f"{type(problem).__name__}: {problem}"],
            help="the kernel has to end by itself, or by --timeout",
        ) from problem
    if malformed:
        raise failure(
            "F0810",
            f"the kernel told of its objects {malformed} times in a way that makes no sense",
            help="see core/object_record.hpp: objects apart, one size for each class",
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
    return ClassSequences(values["name"], values["size_bytes"], tuple(found))
