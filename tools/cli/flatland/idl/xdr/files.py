# SPDX-License-Identifier: BSD-2-Clause
"""The `.x` files of components, and where a build keeps what is generated from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from flatland.idl.xdr import cpp, suffix

generated = "generated"
"""The folder of a build with headers of interfaces and all that comes from `.x` files."""


def files_of(roots: Iterable[Path]) -> Iterator[Path]:
    """The files below components/ of each root."""
    for root in roots:
        yield from sorted((root / "components").rglob(f"*{suffix}"))


def texts_of(roots: Iterable[Path]) -> dict[str, str]:
    """What is generated from them, by path; raises with what is wrong with one."""
    texts: dict[str, str] = {}
    for file in files_of(roots):
        texts |= cpp.declare_programs(cpp.load(file))
    return texts


def sources_of(file: Path, build: Path) -> list[Path]:
    """The sources that a file stands for; raises with what is wrong with it."""
    texts = cpp.declare_programs(cpp.load(file))
    return [build / generated / path for path in texts if path.endswith(".cpp")]


def file_of(header: str, roots: Iterable[Path]) -> Path | None:
    """The file from which a header is generated, if it is one."""
    package, _, name = header.rpartition("/")
    stem = name.removesuffix(".x.hpp")
    if stem == name:
        return None
    stems = (stem, stem.removesuffix("_client"), stem.removesuffix("_server"))
    places = (root / "components" / package / f"{each}.x" for root in roots for each in stems)
    return next((file for file in places if file.is_file()), None)
