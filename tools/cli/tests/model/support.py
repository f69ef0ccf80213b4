# SPDX-License-Identifier: BSD-2-Clause
"""A small kit in a temporary folder, perhaps with some of its files replaced."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from flatland.model.library import Library
from flatland.model.load import check, load
from flatland.model.resolution import Resolution
from flatland.model.resolved import ResolvedAssembly

template = Path(__file__).parent / "kit"

# Sources of which the model asks only whether they exist, beside the header of each component.
_companions = (
    "components/thread/round_robin.cpp",
    "components/thread/round_robin_test.cpp",
    "components/thread/round_robin_tcb.hpp",
    "dimensions/arch/left/include/machine/tcb_arch.hpp",
    "dimensions/arch/left/tcb_arch.hpp",
    "dimensions/arch/right/tcb_arch.hpp",
    "dimensions/api/none/include/machine/tcb_base.hpp",
    "dimensions/api/none/tcb_api.hpp",
    "dimensions/api/v4/include/machine/tcb_base.hpp",
    "dimensions/api/v4/tcb_api.hpp",
)


def make_kit(folder: Path, files: Mapping[str, str] | Path | None = None) -> Path:
    """The kit in `folder`/kit with further files, given as texts or as a folder to copy."""
    kit = folder / "kit"
    shutil.copytree(template, kit)
    if isinstance(files, Path):
        shutil.copytree(files, kit, dirs_exist_ok=True)
    for name, text in files.items() if isinstance(files, Mapping) else ():
        file = kit / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for name in _companions:
        (kit / name).parent.mkdir(parents=True, exist_ok=True)
        (kit / name).touch()
    for part in ("components", "dimensions"):
        for declaration in (kit / part).rglob("*.flat"):
            declaration.with_suffix(".hpp").touch()
    return kit


def check_text(folder: Path, assembly: str, **files: str) -> Resolution:
    """Checks an assembly given as text; `files` are further components of package `test`."""
    texts = {f"components/test/{stem}.flat": text for stem, text in files.items()}
    kit = make_kit(folder, {**texts, "kernels/it/it.flat": assembly})
    return check(load(kit), kit / "kernels/it/it.flat")


def resolve_text(folder: Path, assembly: str, **files: str) -> ResolvedAssembly:
    """The same for an assembly that must be right."""
    resolution = check_text(folder, assembly, **files)
    assert resolution.assembly, [entry.message for entry in resolution.diagnostics]
    return resolution.assembly


def load_kit(folder: Path) -> tuple[Library, Path]:
    """The kit as it is, loaded, and its good kernel."""
    kit = make_kit(folder)
    return load(kit), kit / "kernels/good/good.flat"
