# SPDX-License-Identifier: BSD-2-Clause
"""Which components can be objects of their own, that a running kernel loads.

What such an object knows of a kernel is interfaces: their classes are the same everywhere. Kernel
objects are composed anew for each assembly, so who has a share of one cannot come later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flatland.diagnostics import Diagnostics, error
from flatland.lang.syntax import InstanceDeclaration
from flatland.model.resolved import Component


def check_loadable(written: InstanceDeclaration, component: Component, found: Diagnostics) -> None:
    """Reports why a component cannot be loaded into a running kernel (F0424)."""
    for reason in _reasons(component):
        message = f"`{component.full_name}` cannot be loaded: {reason}"
        found.add(error("F0424", message, written.component.span))


def _reasons(component: Component) -> Iterator[str]:
    for share in component.shares:
        yield f"it has a share of `{share.object_name}`, which is composed with the kernel"
    if component.c:
        yield "it is in C, whose objects have no description"
    interfaces = [port.interface for port in component.ports if port.kind == "provides"]
    if not interfaces:
        yield "it provides nothing to bind to"
    for interface, count in Counter(interfaces).items():
        if count > 1:
            yield f"it provides `{interface}` by {count} ports, and is bound by interface"
    for port in component.ports:
        if port.late:
            yield f"`{port.name}` is late, and what it requires is there when it is loaded"
        if port.collection:
            yield f"`{port.name}` is a collection, and an interface alone does not say how many"
