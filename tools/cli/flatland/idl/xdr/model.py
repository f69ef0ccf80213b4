# SPDX-License-Identifier: BSD-2-Clause
"""What an `.x` file says, with the place of each name (RFC 4506, 6; RFC 5531, 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.diagnostics import Span

Shape = Literal["plain", "optional", "fixed", "variable"]


@dataclass(frozen=True)
class Name:
    """A word of the file."""

    text: str
    span: Span


@dataclass(frozen=True)
class Value:
    """A number, or the name of one; `number` is -1 of a name until it was looked up."""

    number: int
    name: str | None
    span: Span


@dataclass(frozen=True)
class Type:
    """A type as it is written: a word of the language, or a name."""

    name: str
    span: Span


@dataclass(frozen=True)
class Declaration:
    """What a field, an arm or a typedef declares. `bound` is None of `<>`, and of other shapes."""

    type: Type
    name: Name
    shape: Shape = "plain"
    bound: Value | None = None


@dataclass(frozen=True)
class Constant:
    """`const NAME = value;`."""

    name: Name
    value: Value


@dataclass(frozen=True)
class Member:
    """One value of an enumeration."""

    name: Name
    value: Value


@dataclass(frozen=True)
class Enum:
    """An enumeration."""

    name: Name
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Struct:
    """Fields one after the other."""

    name: Name
    fields: tuple[Declaration, ...]


@dataclass(frozen=True)
class Arm:
    """What follows some values of the discriminant; the default's has none. None is void."""

    cases: tuple[Value, ...]
    declaration: Declaration | None


@dataclass(frozen=True)
class Union:
    """A discriminant, and what follows each of its values."""

    name: Name
    discriminant: Declaration
    arms: tuple[Arm, ...]
    default: Arm | None


@dataclass(frozen=True)
class Typedef:
    """Another name for what is declared."""

    declaration: Declaration

    @property
    def name(self) -> Name:
        """The new name."""
        return self.declaration.name


@dataclass(frozen=True)
class Procedure:
    """A procedure; None is void."""

    name: Name
    result: Type | None
    arguments: tuple[Type, ...]
    number: Value


@dataclass(frozen=True)
class Version:
    """The procedures of one version of a program."""

    name: Name
    procedures: tuple[Procedure, ...]
    number: Value


@dataclass(frozen=True)
class Program:
    """What can be called."""

    name: Name
    versions: tuple[Version, ...]
    number: Value


DefinedType = Enum | Struct | Union | Typedef
Definition = Constant | DefinedType | Program


@dataclass(frozen=True)
class Specification:
    """A whole file."""

    path: Path
    definitions: tuple[Definition, ...]

    @property
    def types(self) -> dict[str, DefinedType]:
        """What is defined as a type, by name."""
        kinds = (Enum, Struct, Union, Typedef)
        return {each.name.text: each for each in self.definitions if isinstance(each, kinds)}

    @property
    def programs(self) -> tuple[Program, ...]:
        """The programs."""
        return tuple(each for each in self.definitions if isinstance(each, Program))

    @property
    def numbers(self) -> dict[str, Value]:
        """What has a number: constants and the members of enumerations, by name."""
        found: dict[str, Value] = {}
        for each in self.definitions:
            if isinstance(each, Constant):
                found.setdefault(each.name.text, each.value)
            elif isinstance(each, Enum):
                for member in each.members:
                    found.setdefault(member.name.text, member.value)
        return found

    def number(self, value: Value) -> int:
        """The number that a value of a checked file stands for."""
        numbers = self.numbers
        while value.name is not None:
            value = numbers[value.name]
        return value.number


def declarations(definition: DefinedType) -> Iterator[Declaration]:
    """All that a type declares inside itself."""
    if isinstance(definition, Struct):
        yield from definition.fields
    elif isinstance(definition, Union):
        yield definition.discriminant
        for arm in (*definition.arms, *((definition.default,) if definition.default else ())):
            if arm.declaration:
                yield arm.declaration
    elif isinstance(definition, Typedef):
        yield definition.declaration
