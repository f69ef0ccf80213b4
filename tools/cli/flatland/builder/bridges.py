# SPDX-License-Identifier: BSD-2-Clause
"""What stands between the ends of bindings: asks their kinds' generators, names the objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from flatland.builder.called import called_domains
from flatland.diagnostics import FlatError, Label, Span, error
from flatland.idl import names, plugins
from flatland.idl.bridge import Bridge, End, Piece, Travel, Unsuitable, WholeBinding
from flatland.idl.lattice import InterfaceLibrary
from flatland.model.chains import interface_at
from flatland.model.resolved import (
    Binding,
    BindingKind,
    Image,
    Instance,
    Link,
    ResolvedAssembly,
    Side,
    Supply,
    kernel_domain,
)

kernel_place = 0
"""The place of the kernel's domain among those of an assembly."""

basic_calls = 5
"""What every domain's table of calls begins with: core/calls/domain_calls.hpp."""


@dataclass(frozen=True)
class Between:
    """An object that stands between the ends of a binding."""

    name: str  # main_log_counted: a member of the wiring
    piece: Piece
    binding: Binding
    link: Link
    domain: str
    side: Side

    @property
    def supplies(self) -> tuple[Supply, ...]:
        """What its kind requires on its side."""
        return tuple(each for each in self.link.supplies if each.side == self.side)


class Tables:
    """Which objects fill in the tables of calls of domains (core/calls/domain_calls.hpp)."""

    def __init__(self, first: int) -> None:
        self._first = first  # what every table begins with
        self._objects: dict[str, list[tuple[str, int]]] = {}
        self._callers: dict[str, list[int]] = {}
        self._sizes: dict[str, int] = {}

    def size(self, domain: str) -> int:
        """How many entries the table of a domain has."""
        return self._sizes.get(domain, self._first)

    def objects(self, domain: str) -> list[tuple[str, int]]:
        """The objects that fill it in, each with the first of its entries."""
        return self._objects.get(domain, [])

    def callers(self, domain: str) -> list[int]:
        """Whose the entries are after those that every table begins with: places of domains."""
        return self._callers.get(domain, [])

    def add(self, domain: str, name: str, count: int, caller: int) -> None:
        """Gives an object the next entries of a domain's table, for the domain at a place."""
        self._objects.setdefault(domain, []).append((name, self.size(domain)))
        self.reserve(domain, count, caller)

    def reserve(self, domain: str, count: int, caller: int) -> None:
        """Takes the next entries of a domain's table."""
        self._callers.setdefault(domain, []).extend([caller] * count)
        self._sizes[domain] = self.size(domain) + count


class Bridges:
    """The objects that stand between, of a whole kernel; empty where every binding is direct."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.calls = Tables(basic_calls)
        self.upcalls = Tables(0)
        self.own: dict[str, list[tuple[Piece, int]]] = {}
        """By domain, what is called of objects that it passes, and the first of their entries."""
        self.serving: set[str] = set()
        """Domains that are called though no binding leads to them."""
        self._got: list[Between] = []
        self._travels: dict[tuple[str, str, int | None], tuple[Travel, ...]] = {}
        self._chains: dict[tuple[str, str, int | None], tuple[Between, ...]] = {}

    def of(self, binding: Binding) -> tuple[Between, ...]:
        """What stands between the ends of a binding, from the client's side."""
        return self._chains.get((binding.client, binding.port, binding.index), ())

    def travels(self, binding: Binding) -> tuple[Travel, ...]:
        """How what a binding's methods pass crosses; of one that crosses nothing there is none."""
        return self._travels.get((binding.client, binding.port, binding.index), ())

    def add_travels(self, binding: Binding, travels: tuple[Travel, ...]) -> None:
        """Remembers that of the one kind of a chain which crosses."""
        if travels:
            self._travels[binding.client, binding.port, binding.index] = travels

    def add(self, binding: Binding, chain: Sequence[Between]) -> None:
        """Remembers what stands between the ends of a binding."""
        self._chains[binding.client, binding.port, binding.index] = tuple(chain)

    def add_own(self, domain: str, piece: Piece) -> None:
        """Gives what is called of a domain's objects the next entries of its upcalls."""
        first = self.upcalls.size(domain)
        self.own.setdefault(domain, []).append((piece, first))
        self.upcalls.reserve(domain, piece.entries or 0, kernel_place)

    def add_got(self, each: Between) -> None:
        """Adds what stands in the kernel beside a chain."""
        self._got.append(each)

    def after(self, each: Between) -> Between | None:
        """What an object of a chain calls; None: the server."""
        chain = self.of(each.binding)
        place = chain.index(each) + 1
        return chain[place] if place < len(chain) else None

    def members(self, image: Image) -> Iterator[Instance | Between]:
        """All objects of an image in the order of their construction.

        What stands on the client's side comes before the client. Where a port is bound late, and on
        the server's side of a boundary, all instances come first.
        """
        chains = [
            tuple(each for each in reversed(chain) if each.domain == image.domain)
            for chain in self._chains.values()
        ]
        early: dict[str, list[Between]] = {}
        last: list[Between] = []
        names = {instance.name for instance in image.instances}
        for each in (each for chain in chains for each in chain):
            if each.binding.late or each.binding.client not in names:
                last.append(each)
            else:
                early.setdefault(each.binding.client, []).append(each)
        for instance in image.instances:
            yield from early.get(instance.name, ())
            yield instance
        yield from last
        yield from (each for each in self._got if each.domain == image.domain)


def make_bridges(assembly: ResolvedAssembly, library: InterfaceLibrary) -> Bridges:
    """Asks the generators of all kinds that an assembly uses."""
    made = {kind.name: kind for kind in assembly.kinds if kind.generator}
    bridges = Bridges()
    if made:
        _Maker(assembly, library, made, bridges).run()
    return bridges


class _Maker:
    """Makes the bridges of one assembly."""

    def __init__(
        self,
        assembly: ResolvedAssembly,
        library: InterfaceLibrary,
        kinds: Mapping[str, BindingKind],
        bridges: Bridges,
    ) -> None:
        self._assembly = assembly
        self._library = library
        self._kinds = kinds
        self._bridges = bridges
        self._generators = {
            name: plugins.generator(name, kind.generator) for name, kind in kinds.items()
        }
        self._instances = {each.name: each for each in assembly.instances}
        self._called = called_domains(assembly, library)
        self._places = {each.domain: place for place, each in enumerate(assembly.images)}
        taken = [*self._instances]
        taken += [f"{each.client}_{each.port}" for each in assembly.bindings]
        self._taken = {_key(name) for name in taken}

    def run(self) -> None:
        """All bindings."""
        for binding in self._assembly.bindings:
            if any(link.kind in self._kinds for link in binding.chain):
                self._bridges.add(binding, list(self._chain(binding)))

    def _chain(self, binding: Binding) -> Iterator[Between]:
        client, server = self._instances[binding.client], self._instances[binding.server]
        domain = client.domain
        caller = self._places[domain]
        for place, link in enumerate(binding.chain):
            if link.kind not in self._kinds:
                continue
            whole = self._whole(binding, link, place)
            bridge = self._bridge(binding, whole)
            self._check(link.kind, bridge)
            self._keep(link.kind, bridge)
            self._bridges.add_travels(binding, bridge.travels)
            if bridge.stub:
                yield Between(whole.name, bridge.stub, binding, link, domain, "client")
            if bridge.middle:
                name = self._free(f"{whole.name}_middle")
                yield Between(name, bridge.middle, binding, link, kernel_domain, "kernel")
                count = bridge.middle.entries or len(whole.methods)
                self._bridges.calls.add(domain, name, count, caller)
            if bridge.own:
                self._bridges.add_own(domain, bridge.own)
            if bridge.client_serves:
                self._bridges.serving.add(domain)
            if bridge.got:
                name = self._free(f"{whole.name}_got")
                self._bridges.add_got(
                    Between(name, bridge.got, binding, link, kernel_domain, "kernel")
                )
                entries = bridge.got.entries or 0
                self._bridges.calls.add(server.domain, name, entries, kernel_place)
            if self._kinds[link.kind].crosses:
                domain = server.domain
            if bridge.skeleton:
                name = self._free(f"{whole.name}_skeleton")
                yield Between(name, bridge.skeleton, binding, link, domain, "server")
                entries = bridge.skeleton.entries or len(whole.methods)
                if domain != kernel_domain:
                    self._bridges.upcalls.add(domain, name, entries, caller)
                elif client.domain != kernel_domain:
                    self._bridges.calls.add(client.domain, name, entries, caller)

    def _bridge(self, binding: Binding, whole: WholeBinding) -> Bridge:
        """What the generator makes of a binding that it can make something of."""
        try:
            return self._generators[whole.kind].bridge(whole)
        except Unsuitable as problem:
            message = f"binding kind `{whole.kind}` does nothing for `{whole.interface.full_name}`"
            origin = binding.origin
            place = Span(origin.file, origin.line, origin.column, origin.column + len("->"))
            labels = [Label(problem.place, "this one")] if problem.place else []
            notes = [problem.reason]
            found = error("F0716", message, place, labels=labels, notes=notes, help=problem.help)
            raise FlatError([found]) from problem

    def _whole(self, binding: Binding, link: Link, place: int) -> WholeBinding:
        index = "" if binding.index is None else str(binding.index)
        before = binding.chain[:place]
        server = self._instances[binding.server]
        provided = next(port for port in server.component.ports if port.name == binding.server_port)
        return WholeBinding(
            kind=link.kind,
            name=self._free(f"{binding.client}_{binding.port}{index}_{link.kind}"),
            interface=self._library.interface(
                interface_at(
                    binding.interface,
                    provided.interface,
                    [self._kinds[each.kind] for each in before if each.kind in self._kinds],
                )
            ),
            provided=self._library.interface(provided.interface),
            library=self._library,
            client=self._end(binding.client, binding.port),
            server=self._end(binding.server, binding.server_port),
            index=binding.index,
            arguments=dict(link.arguments),
            requires=dict(self._kinds[link.kind].requires),
            others=tuple(each.name for each in link.supplies if each.is_server),
            server_requires=dict(self._kinds[link.kind].server_requires),
            beneath=tuple(each.kind for each in binding.chain[place + 1 :]),
            kernel_requires=dict(self._kinds[link.kind].kernel_requires),
            first_call=self._bridges.calls.size(self._instances[binding.client].domain),
            first_upcall=self._bridges.upcalls.size(server.domain),
            server_image=self._places[server.domain],
            first_client_upcall=self._bridges.upcalls.size(self._instances[binding.client].domain),
            first_server_call=self._bridges.calls.size(server.domain),
            lends_pages=self._lends_pages(self._instances[binding.client].domain),
        )

    def _lends_pages(self, domain: str) -> bool:
        """Whether nothing of a domain runs while it waits for a call, and the kernel maps pages."""
        return self._assembly.target.arch == "x86_64" and domain not in self._called

    def _end(self, name: str, port: str) -> End:
        instance = self._instances[name]
        return End(name, port, instance.component.full_name, instance.domain)

    def _free(self, wanted: str) -> str:
        """A name that nothing in the wiring has, nor anything else when written in CamelCase."""
        name, number = wanted, 2
        while _key(name) in self._taken:
            name, number = f"{wanted}_{number}", number + 1
        self._taken.add(_key(name))
        return name

    def _check(self, kind: str, bridge: Bridge) -> None:
        """What crosses a boundary has a side on each end of it, what does not has one."""
        crosses = bool(self._kinds[kind].crosses)
        if bridge.stub and bool(bridge.skeleton) == crosses:
            return
        wanted = "a stub and a skeleton" if crosses else "a stub and no skeleton"
        self._refuse(kind, f"must return {wanted}")

    def _refuse(self, kind: str, what: str) -> NoReturn:
        file = self._kinds[kind].generator or Path()
        message = f"the generator of binding kind `{kind}` {what}"
        raise FlatError([error("F0715", message, Span(file, 1, 1, 1))])

    def _keep(self, kind: str, bridge: Bridge) -> None:
        """Adds generated files; two texts of one path are a mistake of the generator."""
        for path, text in bridge.files.items():
            if self._bridges.files.setdefault(path, text) != text:
                self._refuse(kind, f"writes two texts to <{path}>")


def _key(name: str) -> str:
    """What two names share that become one in CamelCase."""
    return names.words(name).replace("_", "")
