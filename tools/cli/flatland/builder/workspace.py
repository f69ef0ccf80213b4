# SPDX-License-Identifier: BSD-2-Clause
"""Which folders a build reads from: the kit, and a user's own folder that names it.

A folder outside the kit is a workspace when it holds a `flat.toml` with the line `kit = "path"`;
it has the kit's layout (components/, interfaces/, kernels/) for what it adds.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

from flatland import paths
from flatland.errors import failure, shown
from flatland.model.library import root_of

marker = "flat.toml"


@dataclass(frozen=True)
class Workspace:
    """The folder that is worked in and the kit that it stands on; equal inside the kit."""

    folder: Path
    kit: Path

    @property
    def roots(self) -> tuple[Path, ...]:
        """Folders with components/, interfaces/ and kernels/: the user's own, the kit, its bench/.

        The last has the components that only benchmarks and their peers use.
        """
        kit = (self.kit, self.kit / "bench")
        return kit if self.folder == self.kit else (self.folder, *kit)

    @property
    def build(self) -> Path:
        """Where products go."""
        return self.folder / "build"

    def display(self, file: Path) -> str:
        """A path relative to the user's folder or to the kit, whichever holds it."""
        for root in self.roots:
            if file.is_relative_to(root):
                return file.relative_to(root).as_posix()
        return file.as_posix()

    def kernels(self) -> list[Path]:
        """The .flat file of each kernel: kernels/<name>/<name>.flat, sorted by name."""
        found: dict[str, Path] = {}
        for root in self.roots:
            for folder in sorted((root / "kernels").glob("*/")):
                file = folder / f"{folder.name}.flat"
                if file.is_file():
                    found.setdefault(folder.name, file)
        return [found[name] for name in sorted(found)]

    def find_kernel(self, name: str) -> Path:
        """The .flat file of a kernel given by name or by path; a failure names the nearest."""
        if name.endswith(".flat") or os.sep in name:
            file = Path(name).absolute()
            if file.is_dir():
                file = file / f"{file.name}.flat"
            if file.is_file():
                return file.resolve()
            raise failure("F0701", f"there is no file `{name}`")
        known = {file.stem: file for file in self.kernels()}
        if name in known:
            return known[name]
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"did you mean `{near[0]}`?" if near else "`flat new kernel NAME` makes one"
        raise failure("F0701", f"there is no kernel `{name}`", help=hint)


def find_workspace(start: Path | None = None) -> Workspace:
    """The workspace that holds `start`, the current folder by default; the kit elsewhere."""
    place = (start or Path.cwd()).resolve()
    for folder in (place, *place.parents):
        if folder == paths.kit:
            break
        if (folder / marker).is_file():
            return Workspace(folder, _kit_of(folder))
    return Workspace(paths.kit, paths.kit)


def workspace_of(kernel: Path) -> Workspace:
    """The workspace of a kernel's .flat file; where no flat.toml says so, its folder is guessed."""
    found = find_workspace(kernel.parent)
    if found.folder != paths.kit or kernel.is_relative_to(paths.kit):
        return found
    return Workspace(root_of(kernel), paths.kit)


def _kit_of(folder: Path) -> Path:
    """The kit that a folder's flat.toml names."""
    file = folder / marker
    try:
        value = tomllib.loads(file.read_text(encoding="utf-8")).get("kit")
    except tomllib.TOMLDecodeError as problem:
        raise failure("F0702", f"{shown(file)} is not valid TOML: {problem}") from problem
    if not isinstance(value, str):
        raise failure(
            "F0702", f"{shown(file)} names no kit", help='add a line `kit = "path/to/flatland"`'
        )
    kit = (folder / value).resolve()
    if kit != paths.kit:
        raise failure(
            "F0703",
            f"{shown(folder)} belongs to another kit, {kit}",
            help=f"start {kit}/flat, or change `kit` in {shown(file)}",
        )
    return kit
