# SPDX-License-Identifier: BSD-2-Clause
"""The resolved model of one assembly for one target: all that building and reporting need."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.lang.syntax import Origin, PortKind

AttributeValue = int | bool | str
BindingRule = Literal["explicit", "automatic", "inherited"]
Boundary = Literal["kernel", "out", "domain", "host"]
"""What a binding can cross: into the kernel, into another domain, to another host."""

kernel_domain = "kernel"
"""The name of the domain of instances outside any `domain` block."""


@dataclass(frozen=True)
class Port:
    """A typed interaction point of a component."""

    kind: PortKind
    name: str
    interface: str  # full Java name, `flat.hal.Timer`
    origin: Origin
    late: bool = False
    collection: bool = False


@dataclass(frozen=True)
class AttributeType:
    """An attribute as declared: C++ scalar type, default (None: must be given) and range."""

    name: str
    type: str  # u8 … i64, bool, string, or the full name of an interface's enum
    default: AttributeValue | None
    minimum: int | None
    maximum: int | None
    origin: Origin
    names_domain: bool = False  # a string that is the name of a domain of the assembly


@dataclass(frozen=True)
class ObjectShare:
    """A mix-in that a component contributes to a kernel object (`mixin RoundRobinTcb in Tcb;`)."""

    mixin: str  # RoundRobinTcb
    object_name: str  # Tcb
    origin: Origin


@dataclass(frozen=True)
class CType:
    """A type of C, and the header that declares it as it is included; None: C has it by itself."""

    name: str  # struct page
    header: str | None
    origin: Origin


@dataclass(frozen=True)
class DesignatedType:
    """A type of C in the place of an interface's, by its full name there."""

    name: str  # flat.memory.Frame, flat.lang.vaddr
    type: CType


@dataclass(frozen=True)
class CPart:
    """What a component in C says besides (docs/components-in-c.md)."""

    state: CType | None  # of what it keeps
    types: tuple[DesignatedType, ...]


@dataclass(frozen=True)
class LeafFunction:
    """A function that calls none and keeps nothing on the stack (docs/flat-language.md)."""

    name: str  # as the linker knows it
    ends: tuple[str, ...]  # the functions with which it may go on
    most: int | None  # instructions on the shortest way to the first of them, or to its return
    origin: Origin


@dataclass(frozen=True)
class Component:
    """A component declaration; sources are absolute paths, `header` is included as it stands."""

    package: str  # thread
    name: str  # RoundRobin
    ports: tuple[Port, ...]
    attributes: tuple[AttributeType, ...]
    shares: tuple[ObjectShare, ...]
    sources: tuple[Path, ...]
    tests: tuple[Path, ...]
    file: Path
    origin: Origin
    c: CPart | None = None  # its class is generated, its methods are functions of C
    leaves: tuple[LeafFunction, ...] = ()

    @property
    def full_name(self) -> str:
        """`thread.RoundRobin`."""
        return f"{self.package}.{self.name}"


@dataclass(frozen=True)
class Instance:
    """One instance of a component, with every attribute's final value."""

    name: str
    component: Component
    attributes: tuple[tuple[str, AttributeValue], ...]  # in declaration order
    domain: str
    origin: Origin


@dataclass(frozen=True)
class BindingKind:
    """A kind of binding, as its folder bindings/<name>/ states it."""

    name: str  # static
    folder: Path
    summary: str
    crosses: tuple[Boundary, ...]  # empty: both ends are in one domain
    can_fail: bool
    fans_out: bool  # one binding leads to several servers
    leads_to: str | None  # the interface of its server, if not the one that the client requires
    comes_from: str | None  # the interface of its client, if not the one that the server provides
    parameters: tuple[AttributeType, ...]
    requires: tuple[tuple[str, str], ...]  # name and full interface of what a stub needs
    server_requires: tuple[tuple[str, str], ...]  # the same of a skeleton
    kernel_requires: tuple[tuple[str, str], ...]  # of what stands in the kernel, between both
    generator: Path | None  # None: nothing stands between, the reference is direct
    page: Path | None
    origin: Origin


Side = Literal["client", "kernel", "server"]
"""Of a binding: its client's domain, its server's, and the kernel's between two others."""


@dataclass(frozen=True)
class Supply:
    """What stands behind a requirement of a kind, such as its stub's: bound by type, or listed."""

    name: str
    interface: str
    server: str
    server_port: str
    side: Side  # where what requires it stands
    is_server: bool = False  # one more that the assembly lists, of a kind that fans out


@dataclass(frozen=True)
class Link:
    """One kind in the chain of a binding, with every parameter's value."""

    kind: str
    arguments: tuple[tuple[str, AttributeValue], ...]
    supplies: tuple[Supply, ...]

    def __str__(self) -> str:
        values = ", ".join(written(value) for _, value in self.arguments)
        return f"{self.kind}({values})" if values else self.kind


@dataclass(frozen=True)
class Binding:
    """One edge of the graph: a client's required port and the provider behind it.

    A port that is a collection has one binding per provider, `index` counting from 0.
    An optional port that stays unbound has none.
    """

    client: str
    port: str
    server: str
    server_port: str
    interface: str  # the interface required, full name
    chain: tuple[Link, ...]  # its kinds, the outermost first; never empty
    rule: BindingRule
    origin: Origin  # the `->`, or the requirement when automatic
    late: bool
    index: int | None = None

    @property
    def client_port(self) -> str:
        """`scheduler.timer`, or `mux.sinks[1]`."""
        index = "" if self.index is None else f"[{self.index}]"
        return f"{self.client}.{self.port}{index}"

    @property
    def kind(self) -> str:
        """The chain as an assembly writes it: `counted(3), static`."""
        return ", ".join(map(str, self.chain))

    @property
    def servers(self) -> tuple[str, ...]:
        """The ports that it leads to, `server.port`: more than one if a kind of it fans out."""
        more = [each for link in self.chain for each in link.supplies if each.is_server]
        first = f"{self.server}.{self.server_port}"
        return (first, *(f"{each.server}.{each.server_port}" for each in more))


@dataclass(frozen=True)
class Mixin:
    """One mix-in of a kernel object, in base-class order."""

    package: str  # arch
    name: str  # TcbArch
    header: str  # arch/tcb_arch.hpp
    source: str  # "arch", "api", "smp", or the instance that contributes it


@dataclass(frozen=True)
class KernelObject:
    """A kernel object class composed for this configuration."""

    name: str  # Tcb
    package: str  # package of the base: api
    base: str  # TcbBase
    mixins: tuple[Mixin, ...]
    origin: Origin


@dataclass(frozen=True)
class Module:
    """A user-mode program embedded as boot module."""

    name: str
    folder: Path  # absolute folder with program.toml
    origin: Origin


@dataclass(frozen=True)
class EmbeddedFile:
    """Any file, embedded as boot module as it is."""

    name: str
    file: Path
    origin: Origin


@dataclass(frozen=True)
class Loadable:
    """A component object embedded as boot module, for `service.Loader`."""

    name: str
    component: Component
    attributes: tuple[tuple[str, AttributeValue], ...]  # in declaration order
    origin: Origin


Optimize = Literal["speed", "size", "whole"]
"""What compilers make small: the time of the kernel's code, or its bytes; `whole` is for speed,
too, and sees an image as one unit of which nothing but its entries is called from outside."""


LeafFunctions = Literal["checked", "unchecked"]
"""Whether builds look through leaf functions."""


@dataclass(frozen=True)
class Target:
    """The chosen variant of each dimension, with its folder, and how code is compiled."""

    arch: str
    platform: str
    api: str
    smp: str
    folders: tuple[tuple[str, Path], ...]  # ("arch", …/dimensions/arch/x86_64), …, maybe ("abi", …)
    optimize: Optimize = "speed"
    leaf: LeafFunctions = "checked"


@dataclass(frozen=True)
class EntryPoint:
    """The instance and port that provide `flat.boot.Entry` in a domain."""

    instance: str
    port: str


@dataclass(frozen=True)
class Configuration:
    """One of several that an image can be: with which instances, in order of initialisation."""

    name: str
    assembly: str
    entry: EntryPoint
    instances: tuple[str, ...]


@dataclass(frozen=True)
class Image:
    """One domain with all that is in it: `kernel`, or what a `domain` block holds.

    `instances` are in initialisation order; `bindings` are those of its clients, sorted by
    (client, port, index), wherever their servers are.
    """

    domain: str
    origin: Origin
    entry: EntryPoint
    instances: tuple[Instance, ...]
    bindings: tuple[Binding, ...]
    objects: tuple[KernelObject, ...]
    modules: tuple[Module, ...]
    files: tuple[EmbeddedFile, ...]  # boot modules as well, after `modules`
    loadables: tuple[Loadable, ...]  # and these after `files`
    configurations: tuple[Configuration, ...] = ()  # none: it can be one thing only


@dataclass(frozen=True)
class ResolvedAssembly:
    """An assembly after resolution and all checks: an image for each domain, the kernel's first.

    `kinds` are the binding kinds that it uses, sorted by name; `facts` the specs of `specialize`
    that hold for the kernel's image, in their order.
    """

    name: str  # Pingpong
    command_name: str  # pingpong
    file: Path
    target: Target
    images: tuple[Image, ...]
    kinds: tuple[BindingKind, ...]
    inputs: tuple[Path, ...]  # every file that the result depends on
    facts: tuple[Path, ...] = ()

    @property
    def kernel(self) -> Image:
        """The kernel's own image."""
        return self.images[0]

    @property
    def instances(self) -> tuple[Instance, ...]:
        """Those of all images."""
        return tuple(each for image in self.images for each in image.instances)

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """Those of all images."""
        return tuple(each for image in self.images for each in image.bindings)

    @property
    def objects(self) -> tuple[KernelObject, ...]:
        """Those of all images."""
        return tuple(each for image in self.images for each in image.objects)

    @property
    def modules(self) -> tuple[Module, ...]:
        """Those of all images."""
        return tuple(each for image in self.images for each in image.modules)

    def instance(self, name: str) -> Instance:
        """The instance of a name."""
        return next(each for each in self.instances if each.name == name)


def written(value: AttributeValue) -> str:
    """A value as a .flat file has it; the constants of enums need no quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) and not value.isidentifier() else str(value)
