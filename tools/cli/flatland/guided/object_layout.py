# SPDX-License-Identifier: BSD-2-Clause
"""Decides where the members of kernel objects lie: a product of the flat kernel and its profile.

The flat kernel is built, run with its own workload and traced, and the solver finds the layout with
the fewest cache lines (Dannowski 2006, Figure 2). All of it is done again when the image differs.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from flatland.builder.ladder import Step
from flatland.builder.pipeline import BuildOptions, BuildResult, build
from flatland.errors import failure
from flatland.files import locked, write_json
from flatland.guided.recording import record_profile
from flatland.profile.members import read_layouts
from flatland.profile.sequences import ClassSequences
from flatland.profile.values import class_values
from flatland.reorder import decision
from flatland.reorder.plan_file import plan_values
from flatland.reorder.recorded import Constraints, Recorded


def decide(name: str, options: BuildOptions, file: Path) -> Path:
    """Brings the plan in `file` up to date with the flat kernel; returns `file`."""
    step = Step("flat", options.step.retpolines)
    flat = build(name, replace(options, step=step))
    stamp_file = file.with_suffix(".stamp")
    with locked(file.with_suffix(".lock")):
        stamp = _stamp(flat)
        if not file.is_file() or _read(stamp_file) != stamp:
            wanted = set(flat.object_classes)
            alphabetical = options.step.variant == "alphabetical"
            plan = _alphabetical(flat, wanted) if alphabetical else _laid_out(flat, options, wanted)
            write_json(file, plan)
            stamp_file.write_text(stamp, encoding="utf-8")
    return file


def _stamp(flat: BuildResult) -> str:
    """Tells what a plan was made from: the image, and the code that makes plans."""
    packages = ("guided", "memtrace", "profile", "reorder")
    sources = [
        file
        for package in packages
        for file in sorted(Path(__file__).parents[1].joinpath(package).glob("*.py"))
    ]
    digest = hashlib.sha256()
    for each in (flat.image, *sources):
        digest.update(each.read_bytes())
    return digest.hexdigest()


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""


def _alphabetical(flat: BuildResult, wanted: set[str]) -> dict[str, Any]:
    """Members by name, whatever the kernel does with them: no profile is needed."""
    layouts = read_layouts(flat.image, wanted)
    unused = [class_values(ClassSequences(name, 0, ()), layouts[name], hex) for name in layouts]
    return plan_values([decision.alphabetical(Recorded(each, Constraints())) for each in unused])


def _laid_out(flat: BuildResult, options: BuildOptions, wanted: set[str]) -> dict[str, Any]:
    print("flat: recording how the flat kernel accesses its objects", file=sys.stderr)
    profile = record_profile(flat, options, is_quiet=True)
    classes = [each for each in profile["classes"] if each["name"] in wanted]
    if not classes:
        raise failure(
            "F0813",
            "the profile has no class that can be laid out",
            notes=[f"kernel objects are {', '.join(sorted(wanted)) or 'none'}"],
            help="call flat::tell_objects (core/image/object_record.hpp) where they are made",
        )
    return plan_values([decision.decide(Recorded(each, Constraints())).plan for each in classes])
