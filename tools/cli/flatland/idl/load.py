# SPDX-License-Identifier: BSD-2-Clause
"""Finds, reads and checks all interface files below some source roots; quick when none changed."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from flatland.diagnostics import Diagnostics, Span, error
from flatland.idl import builtin
from flatland.idl.cache import Cache, Stamp
from flatland.idl.check import check
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import InterfaceFile
from flatland.idl.resolve import resolve


def load_interfaces(roots: Sequence[Path], cache: Path | None = None) -> InterfaceLibrary:
    """Reads every `*.java` below the roots; a root is where package `flat` is a folder.

    Raises FlatError with all diagnostics if anything is wrong. With `cache`, a folder that need
    not exist, what was read is kept there and used as long as no file has changed. Package
    flat.lang is the compiler's own: its files are for javac and editors.
    """
    return _load(_stamps(roots), cache)


def interfaces_of_run(roots: Sequence[Path], cache: Path | None) -> InterfaceLibrary:
    """The same, for what asks for it again and again in one run of the command line."""
    return _load_once(_stamps(roots), cache)


def _stamps(roots: Sequence[Path]) -> tuple[Stamp, ...]:
    return tuple(stamp for root in roots for stamp in _scan(root))


def _load(stamps: tuple[Stamp, ...], cache: Path | None) -> InterfaceLibrary:
    store = Cache(cache, stamps) if cache else None
    files = store.load() if store else None
    if files is None:
        files = _read(stamps)
        if store:
            store.save(files)
    return InterfaceLibrary(files)


_load_once = functools.lru_cache(maxsize=4)(_load)


def _scan(root: Path) -> Iterator[Stamp]:
    """The interface files below a root, sorted, with what tells whether they have changed."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(names):
            if name.endswith(".java") and not name.startswith("."):
                path = os.path.join(folder, name)  # noqa: PTH118 - this is on every build's path
                status = os.stat(path)  # noqa: PTH116
                yield Stamp(str(root), path, status.st_size, status.st_mtime_ns)


def _read(stamps: Sequence[Stamp]) -> tuple[InterfaceFile, ...]:
    # It brings tree-sitter: only when there is something to parse.
    from flatland.idl.parser import Parsed, parse

    problems = Diagnostics()
    parsed: list[Parsed] = []
    for stamp in stamps:
        path = Path(stamp.path)
        if path.parts[-3:-1] == ("flat", "lang") and path.parent.parent.parent == Path(stamp.root):
            if path.stem not in builtin.names:
                message = f"flat.lang has no `{path.stem}`: the package is the compiler's own"
                problems.add(error("F0612", message, Span(path, 1, 1, 1)))
            continue
        parsed.append(parse(Path(stamp.root), path, path.read_bytes()))
    for each in parsed:
        problems.extend(each.diagnostics)
    library = InterfaceLibrary(each.file for each in parsed if each.file)
    broken = {name for each in parsed for name in each.broken}
    problems.extend(resolve(library, broken))
    problems.extend(check(library))
    problems.raise_if_errors()
    return library.files
