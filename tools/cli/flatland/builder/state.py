# SPDX-License-Identifier: BSD-2-Clause
"""Remembers what a build was made from, so that the next one can see that nothing changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from flatland.builder.memory_limits import MemoryLimit
from flatland.files import fingerprint, write_json

state_version = 7


@dataclass(frozen=True)
class ImageState:
    """The image of one domain."""

    domain: str
    image: str
    link_map: str
    summaries: list[str]


@dataclass(frozen=True)
class State:
    """The results of a build that need no second look while its inputs are unchanged."""

    arch: str
    ninja_files: list[str]  # in the order in which they are made: the kernel's last
    lock: str
    images: list[ImageState]  # the kernel's first
    plan: str
    run: dict[str, Any]
    limits: list[MemoryLimit]
    tools: list[str]  # those of the kit that its steps need beside `collapse`


def save(file: Path, state: State, inputs: Iterable[Path], started_ns: int) -> None:
    """Remembers a build and what it was made from: files, and folders that may get more files.

    What changed since `started_ns`, when reading began, may have been read before the change: it
    is remembered as missing, so the next build looks again.
    """
    paths = sorted({str(path) for path in inputs})
    fingerprints = {path: fingerprint(path) for path in paths}
    for path, known in fingerprints.items():
        if known and known[1] >= started_ns:
            fingerprints[path] = None
    values = {"version": state_version, "state": asdict(state), "inputs": fingerprints}
    write_json(file, values)


def load(file: Path) -> State | None:
    """What was remembered, when every input is as it was then; None otherwise."""
    values = _values(file)
    for path, known in values["inputs"].items() if values else ():
        if fingerprint(path) != known:
            return None
    return _state(values)


def last(file: Path) -> State | None:
    """What was remembered of the last build, whatever has changed since; None before any."""
    return _state(_values(file))


def _values(file: Path) -> dict[str, Any] | None:
    try:
        values: dict[str, Any] = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    return values if values.get("version") == state_version else None


def _state(values: dict[str, Any] | None) -> State | None:
    if values is None:
        return None
    state = values["state"]
    images = [ImageState(**each) for each in state["images"]]
    limits = [MemoryLimit(**each) for each in state["limits"]]
    return State(**{**state, "images": images, "limits": limits})


def folders_below(folder: Path) -> list[Path]:
    """A folder and all below it: a new file changes the time of the one that it lies in."""
    found = []
    for place, names, _ in os.walk(folder):
        names[:] = [name for name in names if name != "__pycache__" and not name.startswith(".")]
        found.append(Path(place))
    return found
