# SPDX-License-Identifier: BSD-2-Clause
"""What `collapse` is to do with a kernel: its plan file, made from the binding plan.

Binding-directed flattening: the graph says which class stands behind each port, so a port can have
that class for its type, and calls through it are direct. Click did so for routers (Kohler, Morris,
Chen 2002); here the graph is known when the kernel is built.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from flatland.builder.ladder import Step
from flatland.builder.names import component_class
from flatland.model.resolved import Binding, Component, Port, ResolvedAssembly

plan_version = 1


@dataclass(frozen=True)
class Edge:
    """What a port of a component class can become: the class behind it, or why it stays."""

    component: Component
    port: Port
    concrete: str | None
    reason: str | None = None


class Edges:
    """The ports of every component class of an assembly."""

    def __init__(self, assembly: ResolvedAssembly) -> None:
        self._assembly = assembly
        self._components = {each.name: each.component for each in assembly.instances}
        groups: dict[tuple[str, str], list[Binding]] = defaultdict(list)
        for binding in assembly.bindings:
            groups[component_class(self._components[binding.client]), binding.port].append(binding)
        self._edges = {key: self._edge(bindings) for key, bindings in groups.items()}

    def all(self) -> list[Edge]:
        """Every port that is bound in some instance, by class and name."""
        return [self._edges[key] for key in sorted(self._edges)]

    def of(self, binding: Binding) -> Edge:
        """What becomes of the port of one binding."""
        return self._edges[component_class(self._components[binding.client]), binding.port]

    def _edge(self, bindings: list[Binding]) -> Edge:
        """A class has one layout for all its instances, so they must agree."""
        first = bindings[0]
        client = self._components[first.client]
        port = next(port for port in client.ports if port.name == first.port)
        reason = self._obstacle(bindings, port)
        concrete = component_class(self._components[first.server])
        return Edge(client, port, None if reason else concrete, reason)

    def _obstacle(self, bindings: list[Binding], port: Port) -> str | None:
        for binding in bindings:
            if binding.kind != "static":
                return f"the binding is {binding.kind}"
        if port.collection:
            return "a collection is walked through its interface"
        servers = {component_class(self._components[each.server]) for each in bindings}
        if len(servers) > 1:
            return f"instances of one class are bound to {', '.join(sorted(servers))}"
        for binding in bindings:
            if not self._is_base(binding):
                return f"{binding.server} provides {binding.interface} by an object of its own"
        return None

    def _is_base(self, binding: Binding) -> bool:
        """Whether the server itself is the interface: not if it provides it by several ports."""
        ports = [port for port in self._components[binding.server].ports if port.kind == "provides"]
        provided = next(port.interface for port in ports if port.name == binding.server_port)
        return sum(port.interface == provided for port in ports) == 1


def generate(assembly: ResolvedAssembly, step: Step) -> dict[str, Any]:
    """The plan file: classes to flatten, references to retype, classes to seal and to clone for."""
    flat = step.is_flat
    references = []
    for edge in Edges(assembly).all() if flat else []:
        if edge.concrete is None:
            continue
        base = f"{component_class(edge.component)}Component"
        owners = [base] if edge.port.late else [base, f"{base}::Ports"]
        references += [
            {"owner": owner, "member": edge.port.name, "concrete": edge.concrete}
            for owner in owners
        ]
    values = {
        "version": plan_version,
        "classes": [{"name": f"flat::{each.name}"} for each in assembly.objects if flat],
        "references": references,
        "sealed": sorted({component_class(each.component) for each in assembly.instances}),
        "clones": flat,
        "merged": flat,
    }
    text = json.dumps(values, sort_keys=True)
    return {**values, "hash": hashlib.sha256(text.encode()).hexdigest()}
