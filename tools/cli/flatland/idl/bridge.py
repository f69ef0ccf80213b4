# SPDX-License-Identifier: BSD-2-Clause
"""What the generator of a binding kind gets, a whole binding, and what it returns: a bridge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flatland.diagnostics import Span
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import Interface, Method


class Unsuitable(Exception):
    """Raised by a generator whose kind can do nothing for a binding: the reason, and what to do.

    `place` is where the interface says what the kind cannot do.
    """

    def __init__(self, reason: str, help: str, place: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.help = help
        self.place = place


@dataclass(frozen=True)
class End:
    """One end of a binding."""

    instance: str
    port: str
    component: str  # thread.RoundRobin
    domain: str


@dataclass(frozen=True)
class WholeBinding:
    """A binding as the generator of one of its kinds sees it.

    `name` is unique in the kernel and made for this kind's place in the chain: what is generated
    bears it. `beneath` are the kinds between this one and the server, the outermost first.
    """

    kind: str
    name: str  # main_log_counted
    interface: Interface  # what the client requires
    provided: Interface  # what the server provides: the same or a subtype
    library: InterfaceLibrary
    client: End
    server: End
    index: int | None  # the place in a collection
    arguments: Mapping[str, int | bool | str]
    others: tuple[str, ...]  # references beside `beneath`, of a kind that fans out
    requires: Mapping[str, str]  # name and full interface, as kind.toml lists them
    server_requires: Mapping[str, str]  # the same of a skeleton
    kernel_requires: Mapping[str, str]  # of what stands in the kernel, between two other domains
    beneath: tuple[str, ...]
    first_call: int  # where its methods stand in the table of calls of the client's domain
    first_upcall: int  # the same of the server's domain, when the kernel calls that
    server_image: int  # the place of the server's domain in the assembly; 0 is the kernel's
    first_client_upcall: int = 0  # where in the client's domain is called what it passes
    first_server_call: int = 0  # where the server's domain calls what it gets
    lends_pages: bool = False  # the kernel can show pages of the client's, which nobody calls

    @property
    def methods(self) -> tuple[Method, ...]:
        """Everything that the client can call, inherited methods included."""
        return self.library.methods(self.interface.full_name)

    @property
    def interfaces(self) -> tuple[str, ...]:
        """The full names of those that a `core.AbstractResource` can turn out to have."""
        stated = str(self.arguments.get("interfaces", "")).split()
        return tuple(dict.fromkeys(f"flat.{each.removeprefix('flat.')}" for each in stated))

    @property
    def client_end(self) -> str:
        """What the binding is called at run time: `main.log`, `main.stages[1]`."""
        place = "" if self.index is None else f"[{self.index}]"
        return f"{self.client.instance}.{self.client.port}{place}"

    @property
    def closure(self) -> tuple[str, ...]:
        """The full names of the interface and all its supertypes."""
        name = self.interface.full_name
        return (name, *self.library.supertypes(name))


@dataclass(frozen=True)
class Piece:
    """A class whose object stands between, on one side of the binding.

    It derives from the interface and has the form of a component: `Ports` is a structure of
    references, the constructor takes it first and `arguments`, C++ expressions, after it. In
    `Ports` are `beneath`, through which it calls what comes next, unless that is empty, and on
    either side whatever the kind requires there, by name. Members of the same names hold them.

    A skeleton of a kind that crosses into or out of the kernel, and a middle, are no subclasses of
    the interface: they have a method `enter_into(flat::Call* table)`, which fills in their entries
    of a domain's table.
    """

    class_name: str  # flat::bindings::MainLogCounted
    header: str
    beneath: str = "beneath"
    arguments: tuple[str, ...] = ()
    entries: int | None = None  # as many as the interface has methods, unless it says so


@dataclass(frozen=True)
class Travel:
    """How an argument of a method, or its result, gets to the other side of a boundary."""

    method: str
    what: str  # the name of a parameter, or `result`
    way: str  # in registers, copied once…


@dataclass(frozen=True)
class Bridge:
    """What one kind puts between the ends of one binding.

    `files` are texts by the path with which they are included or, ending in .cpp, compiled. The
    same path may be returned for several bindings, with the same text. A kind that crosses a
    boundary has a skeleton in the server's domain; its stub calls nothing beneath. Between two
    domains beside the kernel's, what stands in the kernel is the middle.

    Where objects are passed, `own` fills in what the kernel calls of those of the client's domain:
    it is made without ports before anything else of the domain. `got` stands in the kernel and
    fills in what the server's domain calls of those that it gets.

    `client_serves` if others call the client's domain for those, without the kernel in between:
    it then stays when its entry has returned.

    `travels` say how all that methods pass crosses; of a kind that crosses nothing there are none.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    stub: Piece | None = None
    skeleton: Piece | None = None
    middle: Piece | None = None
    own: Piece | None = None
    got: Piece | None = None
    client_serves: bool = False
    travels: tuple[Travel, ...] = ()
