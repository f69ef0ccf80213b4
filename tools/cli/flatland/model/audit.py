# SPDX-License-Identifier: BSD-2-Clause
"""Checks a whole library: every declaration, used or not, and every kernel for all its targets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flatland.diagnostics import Diagnostics
from flatland.model.components import check_component
from flatland.model.kinds import Kinds
from flatland.model.library import Library
from flatland.model.resolution import Resolution, check_assembly
from flatland.model.sources import check_library


def audit(library: Library, kernels: Iterable[Path]) -> tuple[list[Resolution], Diagnostics]:
    """The resolutions of all kernels that are right, and what is wrong anywhere."""
    found = Diagnostics()
    for source in library.broken:
        found.extend(source.errors)
    for variant in library.variants.values():
        found.extend(variant.problems)
    Kinds(library, library.interfaces).audit(found)
    for component in library.components:
        found.extend(check_component(component, library).diagnostics)
    for each in library.libraries:
        found.extend(check_library(each, library).diagnostics)
    resolutions = []
    for file in kernels:
        targets: list[str | None] = [
            target.text
            for each in library.assemblies
            if each.source.path == file
            for target in each.declaration.targets
        ]
        for target in targets or [None]:
            resolution = check_assembly(library, file, target)
            found.extend(resolution.diagnostics)
            if resolution.assembly:
                resolutions.append(resolution)
    return resolutions, found
