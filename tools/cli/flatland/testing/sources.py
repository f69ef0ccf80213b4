# SPDX-License-Identifier: BSD-2-Clause
"""The source files of a workspace, by kind: what the checks of form look at."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from flatland.builder.workspace import Workspace

_parts = (
    *("core", "interfaces", "dimensions", "components", "kernels", "user"),
    *("tools", "tests", "bench", "bindings"),
)
_kernel_parts = ("core", "dimensions", "components", "bindings", "user")
_skipped = {"__pycache__", "node_modules"}

cpp_suffixes = (".hpp", ".cpp")
c_suffixes = (".h", ".c")
# Unit tests and what they share: they see the host's library, unlike all else of the kernel.
test_names = ("_test.cpp", "/testing.hpp")


def files_with(workspace: Workspace, suffixes: Iterable[str]) -> list[Path]:
    """Every file of the workspace's own with one of the suffixes, sorted."""
    wanted = tuple(suffixes)
    return sorted(
        file
        for part in _parts
        for file in walk(workspace.folder / part)
        if file.name.endswith(wanted) and not _is_test_data(workspace, file)
    )


def kernel_part(name: str) -> str | None:
    """The part of the kit that a file for kernels or their programs belongs to; else None.

    `name` counts from the top: `components/log/serial.cpp` is of `components`, and so is what
    bench/ has of that name.
    """
    part = name.removeprefix("bench/").partition("/")[0]
    return part if part in _kernel_parts else None


def _is_test_data(workspace: Workspace, file: Path) -> bool:
    """Inputs of the tools' own tests, some of which are odd or wrong on purpose."""
    tools = workspace.folder / "tools"
    return file.suffix != ".py" and any(
        file.is_relative_to(tools / folder)
        for folder in ("cli/tests", "collapse/test", "reorder/test", "specialize/test")
    )


def walk(folder: Path) -> Iterator[Path]:
    """Every file below a folder but products and what is hidden, in no order."""
    for place, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if each not in _skipped and each[0] != "."]
        yield from (Path(place) / name for name in names)


def batches(files: list[Path], size: int = 40) -> list[list[Path]]:
    """Files in groups, so that several processes can share the work."""
    return [files[start : start + size] for start in range(0, len(files), size)]


def python_suites(files: Iterable[Path]) -> dict[Path, list[Path]]:
    """Python files by the folder that they are run and checked in.

    That is the one of the nearest pyproject.toml, or a file's own: names of modules count from it.
    """
    found: dict[Path, list[Path]] = {}
    for file in files:
        folders = [folder for folder in file.parents if (folder / "pyproject.toml").is_file()]
        found.setdefault(folders[0] if folders else file.parent, []).append(file)
    return found
