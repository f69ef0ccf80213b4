# SPDX-License-Identifier: BSD-2-Clause
"""Checks a resolved library: what a file says must make sense, in Java and in C++."""

from __future__ import annotations

from flatland.diagnostics import Diagnostic
from flatland.idl.lattice import InterfaceLibrary


def check(library: InterfaceLibrary) -> list[Diagnostic]:
    """All that is wrong in files that could be read and resolved."""
    return []
