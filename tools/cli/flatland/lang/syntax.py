# SPDX-License-Identifier: BSD-2-Clause
"""The syntax tree of a .flat file: what is written, with its place, and nothing looked up yet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.diagnostics import Diagnostic, Span

PortKind = Literal["provides", "requires", "optional"]
ValueKind = Literal["integer", "boolean", "string", "name", "broken"]


@dataclass(frozen=True)
class Origin:
    """Where a fact was stated: file, 1-based line and column."""

    file: Path
    line: int
    column: int


@dataclass(frozen=True)
class Name:
    """A name as written, perhaps with dots, and its place."""

    text: str
    span: Span

    @property
    def origin(self) -> Origin:
        """The place as the resolved model states it."""
        return origin_of(self.span)


@dataclass(frozen=True)
class Value:
    """A constant. A `name` is one of an enum's; its value is the text.

    What is `broken` was reported when it was parsed.
    """

    kind: ValueKind
    value: int | bool | str
    span: Span


@dataclass(frozen=True)
class PortDeclaration:
    """One port of a component."""

    kind: PortKind
    late: bool
    type: Name
    name: Name
    collection: bool


@dataclass(frozen=True)
class AttributeDeclaration:
    """`attribute u32 slice_us = 10000 in 100..1000000;`."""

    type: Name
    name: Name
    default: Value | None
    minimum: Value | None
    maximum: Value | None


@dataclass(frozen=True)
class ShareDeclaration:
    """`mixin RoundRobinTcb in Tcb;`: a component claims a share of a kernel object."""

    mixin: Name
    object_name: Name


@dataclass(frozen=True)
class ContextDeclaration:
    """`context scheduler.tick : interrupt;`; without a method it speaks of the whole port."""

    port: Name
    method: Name | None
    context: Name


@dataclass(frozen=True)
class StateDeclaration:
    """`state "struct counter" from "counter.h";`: what a component in C keeps."""

    type: Name
    header: Name | None


@dataclass(frozen=True)
class TypeDeclaration:
    """`type Frame as "struct page" from "page.h";`: what C has in the place of a type."""

    name: Name
    type: Name
    header: Name | None


@dataclass(frozen=True)
class LeafDeclaration:
    """`leaf "flat_ipc" to "flat_deliver_ipc" in 36;`: it calls none, and may go on with some.

    `most` says how many instructions the shortest way to its first end has, at most.
    """

    function: Name
    ends: tuple[Name, ...]
    most: int | None


@dataclass(frozen=True)
class ComponentDeclaration:
    """`component RoundRobin { … }`; sources and tests are file names beside the declaration.

    `doc` is the comment above, here and in the other declarations.
    """

    name: Name
    doc: str
    ports: tuple[PortDeclaration, ...]
    attributes: tuple[AttributeDeclaration, ...]
    shares: tuple[ShareDeclaration, ...]
    contexts: tuple[ContextDeclaration, ...]
    uses: tuple[Name, ...]
    sources: tuple[Name, ...]
    tests: tuple[Name, ...]
    states: tuple[StateDeclaration, ...]
    types: tuple[TypeDeclaration, ...]
    leaves: tuple[LeafDeclaration, ...]


@dataclass(frozen=True)
class LibraryDeclaration:
    """`library Messages { … }`: sources that several components of its folder share."""

    name: Name
    doc: str
    uses: tuple[Name, ...]
    sources: tuple[Name, ...]
    tests: tuple[Name, ...]


@dataclass(frozen=True)
class MixinDeclaration:
    """`mixin arch.TcbArch;` or, `from_instance`, `mixin from scheduler;`."""

    name: Name
    from_instance: bool


@dataclass(frozen=True)
class ObjectDeclaration:
    """`object Tcb { … }`; a right one has exactly one base."""

    name: Name
    doc: str
    bases: tuple[Name, ...]
    mixins: tuple[MixinDeclaration, ...]


@dataclass(frozen=True)
class Setting:
    """`slice_us = 5000` inside an instance."""

    name: Name
    value: Value


@dataclass(frozen=True)
class InstanceDeclaration:
    """`scheduler = RoundRobin { slice_us = 5000 };`; `domain` names the block that it stands in."""

    name: Name
    component: Name
    settings: tuple[Setting, ...]
    domain: Name | None
    last_line: int


@dataclass(frozen=True)
class PortReference:
    """`apic.timer`."""

    instance: Name
    port: Name

    @property
    def span(self) -> Span:
        """From the instance to the end of the port."""
        first, last = self.instance.span, self.port.span
        if first.line != last.line:
            return first
        return Span(first.file, first.line, first.column, last.end_column)

    def __str__(self) -> str:
        return f"{self.instance.text}.{self.port.text}"


@dataclass(frozen=True)
class KindReference:
    """`Counted(3)` after `via`; `end` is its last character."""

    name: Name
    arguments: tuple[Value, ...]
    end: Span


@dataclass(frozen=True)
class BindingDeclaration:
    """`client.port -> server.port via Kind(…), Kind;`, the outermost kind first.

    `form` tells `a.b -> c.d`, `a.b -> [c.d, …]` and `a.b -> none` apart.
    """

    client: PortReference
    servers: tuple[PortReference, ...]
    form: Literal["one", "list", "none"]
    via: tuple[KindReference, ...]
    arrow: Span
    end: Span  # of the server or the list


@dataclass(frozen=True)
class ModuleDeclaration:
    """`module root = user/pingpong;`: a folder; or `module lottery = thread.Lottery { … };`.

    `domain` names the block that it stands in.
    """

    name: Name
    content: Name | InstanceDeclaration
    domain: Name | None


@dataclass(frozen=True)
class ChoiceDeclaration:
    """`api v4;`: a variant of a dimension; `optimize size;`, `leaf unchecked;`: one of two."""

    dimension: Name
    variant: Name


@dataclass(frozen=True)
class ConfigurationDeclaration:
    """`configuration urgent = ThreadsPriority;`: an assembly that can be chosen at boot."""

    name: Name
    assembly: Name


@dataclass(frozen=True)
class AssemblyDeclaration:
    """`assembly Pingpong extends flat.L4 { … }`; `targets` and `facts` may be empty."""

    name: Name
    doc: str
    last_line: int
    base: Name | None
    instances: tuple[InstanceDeclaration, ...]
    bindings: tuple[BindingDeclaration, ...]
    modules: tuple[ModuleDeclaration, ...]
    choices: tuple[ChoiceDeclaration, ...]
    targets: tuple[Name, ...]
    configurations: tuple[ConfigurationDeclaration, ...] = ()
    facts: tuple[Name, ...] = ()


Declaration = ComponentDeclaration | LibraryDeclaration | ObjectDeclaration | AssemblyDeclaration


@dataclass(frozen=True)
class SourceFile:
    """One parsed file; with `errors`, `declarations` are what could be understood."""

    path: Path
    declarations: tuple[Declaration, ...]
    errors: tuple[Diagnostic, ...]


def origin_of(span: Span) -> Origin:
    """A span's first character as an `Origin`."""
    return Origin(span.file, span.line, span.column)
