# SPDX-License-Identifier: BSD-2-Clause
"""The order of initialisation: a provider is constructed before whatever requires it."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence

from flatland.diagnostics import Diagnostic, Label, Span, error
from flatland.model.names import listed
from flatland.model.resolved import Binding

Edges = dict[str, dict[str, Binding]]


def initialisation_order(instances: Sequence[str], bindings: Sequence[Binding]) -> list[str]:
    """The instances of a domain so that servers precede their clients, else in the order given.

    Late bindings do not count, nor those to other domains: these begin by themselves. What is part
    of a cycle or comes after one is left out.
    """
    index = {name: position for position, name in enumerate(instances)}
    waits = dict.fromkeys(instances, 0)
    clients: dict[str, list[str]] = {name: [] for name in instances}
    for client, servers in _edges(instances, bindings).items():
        waits[client] = len(servers)
        for server in servers:
            clients[server].append(client)
    ready = [index[name] for name in instances if not waits[name]]
    heapq.heapify(ready)
    order = []
    while ready:
        name = instances[heapq.heappop(ready)]
        order.append(name)
        for client in clients[name]:
            waits[client] -= 1
            if not waits[client]:
                heapq.heappush(ready, index[client])
    return order


def cycles(instances: Sequence[str], bindings: Sequence[Binding]) -> list[list[Binding]]:
    """A shortest cycle of each group of instances that wait for each other, as its edges."""
    edges = _edges(instances, bindings)
    ordered = set(initialisation_order(instances, bindings))
    found = []
    done: set[str] = set()
    for start in instances:
        if start in ordered or start in done:
            continue
        cycle = _shortest_cycle(start, edges)
        if cycle:
            found.append(cycle)
            done |= {name for name in instances if _reaches(start, name, edges)} & {
                name for name in instances if _reaches(name, start, edges)
            }
    return found


def cycle_error(cycle: Sequence[Binding]) -> Diagnostic:
    """The diagnostic of one cycle: each edge with its origin."""
    names = [f"`{edge.client}`" for edge in cycle]
    message = f"{listed(names)} require each other: none can be constructed first"
    if len(names) == 1:
        message = f"{names[0]} requires itself"
    labels = [
        Label(binding_span(edge), f"{edge.client}.{edge.port} -> {edge.server}.{edge.server_port}")
        for edge in cycle
    ]
    return error(
        "F0211",
        message,
        labels[0].span,
        labels=labels,
        help="declare one of these requirements `late`: it is bound after construction,"
        f" as in `late requires {cycle[0].interface.rpartition('.')[2]} {cycle[0].port};`",
    )


def binding_span(edge: Binding) -> Span:
    """The arrow of a stated binding, the requirement's name of an automatic one."""
    width = len(edge.port) if edge.rule == "automatic" else len("->")
    origin = edge.origin
    return Span(origin.file, origin.line, origin.column, origin.column + width)


def _edges(instances: Sequence[str], bindings: Sequence[Binding]) -> Edges:
    """Which instances wait for which, by bindings and by what their stubs require."""
    edges: Edges = {}
    mine = set(instances)
    for binding in bindings:
        if binding.client in mine and not binding.late:
            supplies = [
                each.server
                for link in binding.chain
                for each in link.supplies
                if each.side == "client"
            ]
            for server in (each for each in (binding.server, *supplies) if each in mine):
                edges.setdefault(binding.client, {}).setdefault(server, binding)
    return edges


def _shortest_cycle(start: str, edges: Edges) -> list[Binding] | None:
    came: dict[str, Binding] = {}
    queue = deque([start])
    while queue:
        client = queue.popleft()
        for server, binding in edges.get(client, {}).items():
            if server == start:
                return [*_path(start, client, came), binding]
            if server not in came:
                came[server] = binding
                queue.append(server)
    return None


def _path(start: str, end: str, came: dict[str, Binding]) -> list[Binding]:
    path: list[Binding] = []
    while end != start:
        path.insert(0, came[end])
        end = came[end].client
    return path


def _reaches(start: str, end: str, edges: Edges) -> bool:
    seen = {start}
    queue = deque([start])
    while queue:
        name = queue.popleft()
        if name == end:
            return True
        for server in edges.get(name, {}):
            if server not in seen:
                seen.add(server)
                queue.append(server)
    return False
