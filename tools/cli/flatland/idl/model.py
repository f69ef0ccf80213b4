# SPDX-License-Identifier: BSD-2-Clause
"""What interface files say: the data that checks, generators and the configurator read.

Java names are kept as written; `flatland.idl.names` maps them to C++. All of it is immutable
except `TypeRef`, which `flatland.idl.resolve` completes once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.diagnostics import Span

TypeKind = Literal[
    "unresolved",  # not looked up yet, or unknown: an error has been reported
    "void",
    "scalar",
    "buffer",
    "enum",
    "record",
    "failure",
    "interface",
    "object",
]
Direction = Literal["In", "Out", "InOut"]
CallContext = Literal["THREAD", "INTERRUPT"]
ConstantType = Literal["boolean", "int", "long"]

resource = "flat.core.AbstractResource"
"""What has holders: each holder must release it."""


@dataclass
class TypeRef:
    """A type at a place that uses it: as written there, and after resolution what it is.

    `package` and `name` identify it then: ("flat.hal", "Timer.Tick"), ("flat.lang", "u32").
    Java's own `boolean`, `int`, `long` and `void` have no package.
    """

    written: str
    span: Span
    nullable: bool = False
    kind: TypeKind = "unresolved"
    package: str = ""
    name: str = ""

    @property
    def full_name(self) -> str:
        """`flat.hal.Timer.Tick`."""
        return f"{self.package}.{self.name}" if self.package else self.name

    def __str__(self) -> str:
        return ("@Nullable " if self.nullable else "") + self.full_name


@dataclass(frozen=True)
class Declaration:
    """A declared type. `name` is dotted for nested types; `span` is that of the simple name."""

    package: str
    name: str
    doc: tuple[str, ...]
    span: Span

    @property
    def full_name(self) -> str:
        """`flat.hal.Timer.Tick`."""
        return f"{self.package}.{self.name}"

    @property
    def simple_name(self) -> str:
        """`Tick`."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True)
class Enumerator:
    """One value of an enum."""

    name: str
    doc: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class EnumType(Declaration):
    """`enum Kind { FREE, KERNEL }`; the values count from 0."""

    values: tuple[Enumerator, ...]


@dataclass(frozen=True)
class Field:
    """One component of a record."""

    name: str
    type: TypeRef
    span: Span


@dataclass(frozen=True)
class Record(Declaration):
    """`record Mapping(vaddr base, …) {}`: plain data, copied when passed."""

    fields: tuple[Field, ...]


@dataclass(frozen=True)
class FailureType(Declaration):
    """`final class MmuError extends Failure { enum Code … }`: why a method could not."""

    code: EnumType


@dataclass(frozen=True)
class ObjectType(Declaration):
    """`final class Tcb extends KernelObject {}`: opaque here, composed by the kernel."""


@dataclass(frozen=True)
class Constant:
    """`int READ = 1;` with its value computed."""

    name: str
    type: ConstantType
    value: int | bool
    doc: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Parameter:
    """A parameter; a buffer has a direction and perhaps a greatest length.

    An object that is held is the callee's to release; another one is lent until the call returns.
    """

    name: str
    type: TypeRef
    direction: Direction | None
    max_bytes: int | None
    held: bool
    span: Span

    def __str__(self) -> str:
        mark = "Held" if self.held else self.direction
        return (f"@{mark} " if mark else "") + str(self.type)


@dataclass(frozen=True)
class Method:
    """A method. `context` is where it says it is called from; a one-way caller does not wait.

    The result of a pure one depends on its arguments alone, and nobody notices the call. That of
    one that is narrowed turns out to have another interface.
    """

    name: str
    parameters: tuple[Parameter, ...]
    result: TypeRef
    throws: TypeRef | None
    one_way: bool
    pure: bool
    narrowed: bool
    context: CallContext | None
    doc: tuple[str, ...]
    span: Span

    @property
    def signature(self) -> str:
        """What makes two methods the same: `flat.lang.u32 toByte(@Out flat.lang.Buf)`."""
        parameters = ", ".join(str(each) for each in self.parameters)
        throws = f" throws {self.throws}" if self.throws else ""
        return f"{self.result} {self.name}({parameters}){throws}"


@dataclass(frozen=True)
class Interface(Declaration):
    """An interface. `supers` is never empty but for `flat.lang.Top`; `members` are its types."""

    version: int
    supers: tuple[TypeRef, ...]
    constants: tuple[Constant, ...]
    members: tuple[Declaration, ...]
    methods: tuple[Method, ...]

    def limits(self) -> Iterator[tuple[Method, Parameter]]:
        """The parameters whose length `@Max` limits, with their methods."""
        for method in self.methods:
            for parameter in method.parameters:
                if parameter.max_bytes is not None:
                    yield method, parameter


@dataclass(frozen=True)
class Import:
    """`import flat.hal.Timer;` or, static, `import static flat.lang.ContextKind.INTERRUPT;`."""

    name: str
    static: bool
    span: Span


@dataclass(frozen=True)
class InterfaceFile:
    """One file: the one type that it declares, and what it uses of imports and flat.lang."""

    path: Path
    package: str
    imports: tuple[Import, ...]
    language: tuple[TypeRef, ...]  # annotations and base classes of flat.lang, where used
    contexts: tuple[TypeRef, ...]  # the values of @Context, where used
    declaration: Declaration


def nested(declaration: Declaration) -> tuple[Declaration, ...]:
    """The types declared directly inside a type."""
    if isinstance(declaration, Interface):
        return declaration.members
    if isinstance(declaration, FailureType):
        return (declaration.code,)
    return ()


def with_nested(declaration: Declaration) -> list[Declaration]:
    """A type and all types declared inside it, the outer ones first."""
    found = [declaration]
    for member in nested(declaration):
        found += with_nested(member)
    return found


def uses(declaration: Declaration) -> Iterator[TypeRef]:
    """The types that a declaration itself uses in signatures and fields, not what it extends."""
    if isinstance(declaration, Record):
        yield from (each.type for each in declaration.fields)
    if isinstance(declaration, Interface):
        for method in declaration.methods:
            yield method.result
            yield from (each.type for each in method.parameters)
            if method.throws:
                yield method.throws
