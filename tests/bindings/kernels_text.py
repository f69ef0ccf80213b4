# SPDX-License-Identifier: BSD-2-Clause
"""The kernels of random programs: which kinds bind each client to its servers, and where."""

from __future__ import annotations

from collections.abc import Sequence

from program_text import package, ports
from random_program import Program, guarded

_licence = "// SPDX-License-Identifier: BSD-2-Clause\n"
Chains = dict[str, tuple[str, str]]
"""By port, the domain of the server and the chain of kinds; the empty one is `static`."""


def near(program: Program, has_domains: bool) -> Chains:
    """How the client in the kernel's domain is bound."""
    chains = ["", "Monitored", "Dynamic", "Dynamic(true)", guarded(program)]
    chains.append("Caching" if program.has_pure else "Monitored, Monitored")
    found = {port: ("kernel", chain) for port, chain in zip(ports, chains, strict=False)}
    is_upcall = has_domains and program.can_fail
    found[ports[6]] = ("books", "Upcall") if is_upcall else ("kernel", program.chain)
    return found


def far(program: Program) -> Chains:
    """How the client in a domain of its own is bound."""
    chains = [
        ("app", program.chain),
        ("kernel", "Syscall"),
        ("kernel", f"Syscall, {guarded(program)}"),
        ("kernel", "Monitored, Syscall"),
        ("kernel", f"Syscall, {program.chain}"),
    ]
    if program.can_fail:
        last = [("books", "Lrpc"), ("books", "Monitored, Lrpc")]
    else:
        last = [("kernel", "Dynamic, Syscall(30000)"), ("app", "")]
    return dict(zip(ports, [*chains, *last], strict=True))


def chains(program: Program, place: str, has_domains: bool) -> Chains:
    """How the client in a place, `kernel` or `app`, is bound."""
    return near(program, has_domains) if place == "kernel" else far(program)


def hosted(programs: Sequence[Program]) -> str:
    """A kernel without domains."""
    body = _Bodies()
    body.add_clients("kernel", programs, has_domains=False)
    lines = [
        *("driver = equal.Driver;", "driver.kernel -> kernel_group.all;"),
        *("driver.app -> none;", "controls = binding.Registry;", "log = log.Console;"),
        *("console = platform.Console;", *body.lines["kernel"], "target hosted;"),
    ]
    return _assembly("assembly Equal {", lines)


def with_domains(programs: Sequence[Program]) -> str:
    """A kernel with clients in two domains and servers in three."""
    body = _Bodies()
    body.add_clients("kernel", programs, has_domains=True)
    body.add_clients("app", programs, has_domains=True)
    app = [
        *("driver = equal.Driver;", "driver.kernel -> kernel_group.all via Syscall;"),
        *("driver.app -> app_group.all;", "controls = binding.Registry;"),
        *body.lines["app"],
    ]
    lines = [
        *("kernel_controls = binding.Registry;", *body.lines["kernel"]),
        *("domain app {", *app, "}"),
        *("domain books {", "nothing = boot.Nothing;", *body.lines["books"], "}"),
    ]
    return _assembly("assembly Equal extends WithDomains {", lines)


class _Bodies:
    """The statements of each domain."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {"kernel": [], "app": [], "books": []}

    def add_clients(self, place: str, programs: Sequence[Program], *, has_domains: bool) -> None:
        """A client of each program, all of its servers, and the group of clients."""
        lines = self.lines[place]
        lines.append(f"{place}_group = {package}.Group;")
        for each in programs:
            number = each.number
            client = f"{place}_client{number}"
            lines.append(f'{client} = {package}.Client{number} {{ place = "{place}" }};')
            if place != "kernel":
                lines.append(f"{client}.log -> log.log via Syscall;")
            for port, (domain, chain) in chains(each, place, has_domains).items():
                server = f"{place}_server{number}{port}"
                self.lines[domain].append(f"{server} = {package}.Server{number};")
                via = f" via {chain}" if chain else ""
                lines.append(f"{client}.{port} -> {server}.store{via};")
        names = ", ".join(f"{place}_client{each.number}.runner" for each in programs)
        lines.append(f"{place}_group.runners -> [{names}];")


def _assembly(head: str, lines: Sequence[str]) -> str:
    body = "\n".join(f"    {each}" for each in lines)
    return f"{_licence}// Random programs, bound in every way.\n{head}\n{body}\n}}\n"
