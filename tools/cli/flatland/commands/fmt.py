# SPDX-License-Identifier: BSD-2-Clause
"""Writes .flat files in their one form."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from flatland.builder.workspace import Workspace, find_workspace
from flatland.commands._options import Subparsers, add_verb
from flatland.diagnostics import Diagnostics, show

_parts = ("components", "bindings", "dimensions", "kernels", "bench")


def register(subparsers: Subparsers) -> None:
    """Adds `flat fmt`."""
    parser = add_verb(
        subparsers,
        "fmt",
        "Format .flat files.",
        [
            ("flat fmt", "all of this kit, or of your own folder"),
            ("flat fmt --check", "only tell which files would change; exit code 1 if any"),
            ("flat fmt kernels/hello", "a file, or all below a folder"),
        ],
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="files and folders")
    parser.add_argument("--check", action="store_true", help="change nothing")


def run(arguments: argparse.Namespace) -> int:
    """Formats, printing the path of each file that changes; 1 if one cannot be parsed."""
    from flatland.lang.formatter import format_text
    from flatland.lang.parser import parse_file

    workspace = find_workspace()
    problems = Diagnostics()
    changed = False
    for file in dict.fromkeys(_files(arguments.paths, workspace)):
        errors = parse_file(file).errors
        problems.extend(errors)
        if errors:
            continue
        before = file.read_bytes()
        after = format_text(file, before.decode("utf-8-sig")).encode()
        if before != after:
            changed = True
            print(workspace.display(file))
            if not arguments.check:
                file.write_bytes(after)
    show(problems)
    return 1 if problems or (changed and arguments.check) else 0


def _files(paths: list[Path], workspace: Workspace) -> Iterator[Path]:
    """The .flat files meant; a named file is one whatever its name."""
    for path in paths or [workspace.folder / part for part in _parts]:
        if path.is_dir():
            yield from sorted(file.resolve() for file in path.rglob("*.flat"))
        elif paths:
            yield path.resolve()
