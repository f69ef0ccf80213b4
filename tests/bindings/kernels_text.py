# SPDX-License-Identifier: BSD-2-Clause
"""The kernels of random programs: which kinds bind each client to its servers, and where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from common_text import package
from event_text import bells
from program_text import ports
from random_program import Program, guarded

_licence = "// SPDX-License-Identifier: BSD-2-Clause\n"
Chains = dict[str, tuple[str, str]]
"""By port, the place of the server and the chain of kinds; the empty one is `static`."""
elsewhere = "elsewhere"
"""The place of a server that is exported to other kernels, and called over a bad network."""
relayed = "relay"
"""The place of a server in the domain `books` that a component of the kernel calls by `Upcall`."""


def near(program: Program) -> Chains:
    """How a client is bound that is in one domain with all of its servers."""
    kinds = ["", "Monitored", "Dynamic", "Dynamic(true)", guarded(program)]
    kinds += [_caching(program) or "Monitored, Monitored", program.chain]
    chains = [("kernel", chain) for chain in kinds]
    remote = f'Monitored, Remote("server{program.number}{ports[-1]}")'
    chains.append((elsewhere, remote) if program.can_fail else ("kernel", "Monitored, Dynamic"))
    return dict(zip(ports, chains, strict=True))


def far(program: Program) -> Chains:
    """How a client in a domain of its own is bound."""
    chains = [
        ("kernel", "Syscall"),
        ("kernel", "Syscall, Monitored, Dynamic"),
        ("kernel", f"{guarded(program)}, Syscall, Dynamic(true)"),
        ("app", _caching(program)),
        ("kernel", "Dynamic, Syscall"),
    ]
    if program.can_fail:
        chains += [("books", "Lrpc"), ("books", f"{program.chain}, Lrpc"), (relayed, "Syscall")]
    else:
        chains += [("kernel", f"Syscall, {guarded(program)}"), ("kernel", "Syscall(30000)")]
        chains.append(("kernel", f"{program.chain}, Syscall"))
    return dict(zip(ports, chains, strict=True))


def tasks(program: Program) -> Chains:
    """How a client is bound that is an L4 task: across by messages, where each can fail."""
    chains = [("app", _caching(program))]
    if program.can_fail:
        kinds = ["Ipc(60000)", f"{program.chain}, Ipc(0)", "Ipc(0)"]
        kinds += [f"{guarded(program)}, Ipc(0)", f"Ipc(0), {guarded(program)}"]
        chains += [("books", chain) for chain in kinds]
    chains += [("app", "")] * (len(ports) - len(chains))
    return dict(zip(ports, chains, strict=True))


def chosen(
    programs: Sequence[Program], ways: Callable[[Program], Chains], most: int | None
) -> Mapping[int, Chains]:
    """By program, `most` of its ways, and static bindings at its other ports; all ways for None.

    What is bound otherwise is most of the time that a kernel takes to compile. First comes what has
    most that nothing before it has, a port, a place, a kind, then what has what is rarest: together
    the programs have all, as far as they have `most` times as many ways as there are of these.
    """
    found = {each.number: ways(each) for each in programs}
    if most is None:
        return found
    used: Counter[str] = Counter()
    open_ways = {
        (number, port): _parts(port, way)
        for number, chains in found.items()
        for port, way in chains.items()
        if way[1]
    }
    taken: set[tuple[int, str]] = set()
    while open_ways:
        counts = {each: sorted(used[part] for part in open_ways[each]) for each in open_ways}
        best = min(counts, key=lambda each: (-counts[each].count(0), counts[each], each))
        used.update(open_ways.pop(best))
        taken.add(best)
        if sum(number == best[0] for number, _ in taken) == most:
            open_ways = {each: parts for each, parts in open_ways.items() if each[0] != best[0]}
    static = ("kernel" if ways is near else "app", "")
    return {
        number: {port: way if (number, port) in taken else static for port, way in chains.items()}
        for number, chains in found.items()
    }


def _parts(port: str, way: tuple[str, str]) -> set[str]:
    """What there should be some of: the port, the place of the server, each kind of the chain."""
    place, chain = way
    return {port, place, *re.findall(r"\b[A-Z]\w+", chain)}


def near_bells(program: Program) -> Chains:
    """How a ringer is bound, if there is one, to listeners of its own domain."""
    kinds = ["", "Event", "Monitored, Event"] if program.bell else []
    return {port: ("kernel", chain) for port, chain in zip(bells, kinds, strict=False)}


def far_bells(program: Program) -> Chains:
    """How a ringer in a domain of its own is bound."""
    chains = [("kernel", "Syscall"), ("kernel", "Syscall, Event"), ("app", "Monitored, Event")]
    return dict(zip(bells, chains, strict=True)) if program.bell else {}


def listeners(chain: str) -> Sequence[str]:
    """What the servers of a ringer's port are called beside its name."""
    return "xyz" if "Event" in chain else "x"


def _caching(program: Program) -> str:
    return "Caching" if program.has_pure else ""


def hosted(programs: Sequence[Program], most: int | None = None) -> str:
    """A kernel without domains; `most` as for `chosen`."""
    ways = chosen(programs, near, most)
    body = _Bodies()
    for each in programs:
        body.add_client("kernel", each, ways[each.number])
        body.add_ringer("kernel", each, near_bells(each))
    lines = [
        *("driver = equal.Driver;", "controls = binding.Registry;", "log = log.Console;"),
        *("console = platform.Console;", *body.lines["kernel"], *_network(body.exported)),
        "target hosted;",
    ]
    return _assembly("assembly Equal {", lines)


def _network(exported: Sequence[str]) -> list[str]:
    """What calls these servers as if they were another kernel's, and loses some datagrams."""
    servers = ", ".join(exported)
    return [
        'peer = remote.DatagramPeer { server = "far", tries = 60, first_ms = 1, most_ms = 1 };',
        "desk = remote.Desk { tries = 60, first_ms = 1, most_ms = 1 };",
        f"desk.objects -> [{servers}] via Exported, Monitored;",
        *("network = remote.Loopback { fault_percent = 4 };", "peer.datagrams -> network.near;"),
        *("network.listener -> desk.listener;", "network.back -> peer.listener;"),
        *("desk.datagrams -> network.far;", "memory = platform.PhysicalMemory;"),
        *("frames = memory.Buddy;", "allocator = memory.General;"),
    ]


def with_domains(programs: Sequence[Program], most: int | None = None) -> str:
    """A kernel with clients in a domain and servers in three; `most` as for `chosen`."""
    ways = chosen(programs, far, most)
    body = _Bodies()
    for each in programs:
        body.add_client("app", each, ways[each.number])
        body.add_idle(each, ways[each.number])
        body.add_ringer("app", each, far_bells(each))
    app = ["driver = equal.Driver;", "controls = binding.Registry;", *body.lines["app"]]
    lines = [
        *("kernel_controls = binding.Registry;", *body.lines["kernel"]),
        *("domain app {", *app, "}"),
        *("domain books {", "nothing = boot.Nothing;", *body.lines["books"], "}"),
    ]
    return _assembly("assembly Equal extends WithDomains {", lines)


def with_tasks(programs: Sequence[Program], most: int | None = None) -> str:
    """An L4 kernel with clients in one task and servers in another; `most` as for `chosen`."""
    ways = chosen(programs, tasks, most)
    body = _Bodies(log="text.log")
    for each in programs:
        body.add_client("app", each, ways[each.number])
    app = ["driver = equal.Driver;", "controls = binding.Registry;", *body.lines["app"]]
    app += [
        "text = log.Console;",
        "resort = domains.LastResort;",
        "text.console -> resort.console;",
    ]
    lines = [
        *("domain app {", *app, "}"),
        *("domain books {", "nothing = boot.Nothing;", *body.lines["books"], "}"),
    ]
    return _assembly("assembly Equal extends WithL4Domains {", lines)


class _Bodies:
    """The statements of each domain; `log` is what those beside the kernel's are bound to."""

    def __init__(self, log: str = "log.log via Syscall") -> None:
        self._log = log
        self.lines: dict[str, list[str]] = {"kernel": [], "app": [], "books": []}
        self.exported: list[str] = []

    def add_client(self, domain: str, program: Program, chains: Chains) -> None:
        """A client of a program, and all of its servers."""
        number = program.number
        client = f"client{number}"
        self.lines[domain].append(f"{client} = {package}.Client{number};")
        if domain != "kernel":
            self.lines[domain].append(f"{client}.log -> {self._log};")
        for port, (place, chain) in chains.items():
            server = f"server{number}{port}"
            at = {relayed: "books", elsewhere: "kernel"}.get(place, place)
            self.lines[at].append(f"{server} = {package}.Server{number};")
            if place == relayed:
                relay = f"relay{number}"
                self.lines["kernel"].append(f"{relay} = {package}.Relay{number};")
                self.lines["kernel"].append(f"{relay}.beyond -> {server}.store via Upcall;")
                server = relay
            end = f"{server}.store"
            if place == elsewhere:
                self.exported.append(end)
                end = "peer.peer"
            via = f" via {chain}" if chain else ""
            self.lines[domain].append(f"{client}.{port} -> {end}{via};")

    def add_idle(self, program: Program, chains: Chains) -> None:
        """What no chain leads to: the kernel's sources define all servers and relays."""
        number, places = program.number, {place for place, _ in chains.values()}
        server, relay = f"idle{number}", f"relay{number}"
        self.lines["kernel"].append(f"{server} = {package}.Server{number};")
        if program.can_fail and relayed not in places:
            self.lines["kernel"].append(f"{relay} = {package}.Relay{number};")
            self.lines["kernel"].append(f"{relay}.beyond -> {server}.store;")

    def add_ringer(self, domain: str, program: Program, chains: Chains) -> None:
        """A ringer of a program that has one, and all of its listeners."""
        number = program.number
        if chains:
            self.lines[domain].append(f"ringer{number} = {package}.Ringer{number};")
        for port, (place, chain) in chains.items():
            names = []
            for each in listeners(chain):
                name = f"listener{number}{port}{each}"
                lines = self.lines[place]
                lines.append(f'{name} = {package}.Listener{number} {{ port = "{port}{each}" }};')
                if place != "kernel":
                    lines.append(f"{name}.log -> log.log via Syscall;")
                names.append(f"{name}.bell")
            servers = f"[{', '.join(names)}]" if "Event" in chain else names[0]
            via = f" via {chain}" if chain else ""
            self.lines[domain].append(f"ringer{number}.{port} -> {servers}{via};")


def _assembly(head: str, lines: Sequence[str]) -> str:
    body = "\n".join(f"    {each}" for each in lines)
    return f"{_licence}// Random programs, bound in every way.\n{head}\n{body}\n}}\n"
