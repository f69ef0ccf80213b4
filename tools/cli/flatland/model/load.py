# SPDX-License-Identifier: BSD-2-Clause
"""Reads declarations, resolves and checks assemblies.

    library = load(kit)
    assembly = resolve(library, kit / "kernels/pingpong/pingpong.flat", "x86_64")

`load` reads what the roots declare and never fails; `resolve` and `check` look names up, bind,
check everything and say all that is wrong at once. docs/flat-language.md states the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flatland.model.cache import Cache
from flatland.model.library import Library, read_library
from flatland.model.resolution import Resolution, check_assembly
from flatland.model.resolved import ResolvedAssembly


def load(kit: Path, extra_roots: Sequence[Path] = (), *, cache: Path | None = None) -> Library:
    """Reads every declaration of the kit and of further roots.

    A root is a folder with components/, interfaces/, dimensions/ or kernels/. Declarations that
    are wrong are remembered and reported by `resolve` when an assembly uses them. `cache` is a
    folder, which need not exist, for what was parsed; without it everything is parsed anew.
    """
    return read_library(kit, extra_roots, Cache(cache) if cache else None)


def resolve(library: Library, file: Path, target: str | None = None) -> ResolvedAssembly:
    """Resolves and checks an assembly for a target.

    `file` declares it; `target` is one of its targets, by default the first. Raises `FlatError`
    with all diagnostics, warnings included, when there is an error; warnings alone are dropped
    (see `check`).
    """
    resolution = check(library, file, target)
    resolution.diagnostics.raise_if_errors()
    assert resolution.assembly
    return resolution.assembly


def check(library: Library, file: Path, target: str | None = None) -> Resolution:
    """Does what `resolve` does and returns the diagnostics, warnings too, beside the result.

    The result is None exactly when there are errors. Raises FlatError only when an interface
    file is wrong: then nothing can be said about any assembly.
    """
    return check_assembly(library, file, target)
