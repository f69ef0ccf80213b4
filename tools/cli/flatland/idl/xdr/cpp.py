# SPDX-License-Identifier: BSD-2-Clause
"""The generator that the compiler's registry leads to: all C++ of one `.x` file."""

from __future__ import annotations

import re
from pathlib import Path

from flatland.idl.xdr.check import check
from flatland.idl.xdr.header import types_header
from flatland.idl.xdr.model import Specification
from flatland.idl.xdr.parser import parse
from flatland.idl.xdr.routines import routines_source
from flatland.idl.xdr.stubs import client_texts, server_texts
from flatland.idl.xdr.unit import Unit


def load(path: Path) -> Specification:
    """Reads and checks a file; raises with what is wrong."""
    specification = parse(path)
    check(specification)
    return specification


def package_of(path: Path) -> str:
    """The package of a file: its folder below one named `components`, with dots; else nothing."""
    folders = path.resolve().parent.parts
    if "components" not in folders:
        return ""
    last = len(folders) - 1 - folders[::-1].index("components")
    return ".".join(folders[last + 1 :])


def unit_of(path: Path) -> Unit:
    """Where what is generated from a file lies."""
    return Unit(package_of(path), re.sub(r"\W", "_", path.stem))


def declare_programs(specification: Specification) -> dict[str, str]:
    """Header and source of the types, and of clients and servers if there is a program, by path."""
    unit = unit_of(specification.path)
    texts = {
        unit.path("", ".hpp"): types_header(specification, unit),
        unit.path("", ".cpp"): routines_source(specification, unit),
    }
    if specification.programs:
        texts |= client_texts(specification, unit) | server_texts(specification, unit)
    return texts
