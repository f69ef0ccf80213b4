# SPDX-License-Identifier: BSD-2-Clause
"""A random program as data: classes whose parts can be dropped one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass
class Statement:
    """Lines of C++ that hold as long as the items in `needs` exist."""

    id: int
    text: str
    needs: frozenset[int] = frozenset()
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Call:
    """A call of a member: of `function` as `owner` declares it, dispatched or not."""

    owner: str
    signature: str
    dispatched: bool


@dataclass
class Field:
    """A data member; `declaration` is complete but for its initialiser."""

    id: int
    name: str
    declaration: str
    access: str
    initialiser: str = ""
    definition: str = ""
    readable: bool = True
    writable: bool = True
    static: bool = False


@dataclass
class Function:
    """A member function. Parameters are named a, b, c."""

    id: int
    name: str
    parameters: tuple[str, ...]
    access: str
    returns: str = "int"
    default: int | None = None
    virtual: bool = False
    says_virtual: bool = False
    says_override: bool = False
    pure: bool = False
    static: bool = False
    template: bool = False
    const: bool = False
    suffix: str = ""
    place: str = "inside"
    body: list[Statement] = field(default_factory=list)

    @property
    def signature(self) -> str:
        """What must agree for one function to override another."""
        return f"{self.name}({', '.join(self.parameters)}){self.suffix}"


@dataclass
class Initialiser:
    """One entry of a constructor's initialiser list."""

    id: int
    text: str
    needs: frozenset[int]


@dataclass
class Constructor:
    """A constructor with integer parameters a, b; or the copy constructor (`copies`)."""

    id: int
    parameters: int
    access: str = "public"
    defaults: int = 0
    explicit: bool = False
    copies: bool = False
    place: str = "inside"
    initialisers: list[Initialiser] = field(default_factory=list)
    body: list[Statement] = field(default_factory=list)


@dataclass
class Destructor:
    """A destructor that says what it does."""

    id: int
    virtual: bool
    place: str = "inside"
    defaulted: bool = False
    body: list[Statement] = field(default_factory=list)


@dataclass
class BaseEdge:
    """One entry of a base clause."""

    base: Class
    virtual: bool
    access: str


@dataclass
class Nested:
    """A nested type, typedef, using-declaration or friend: text at class scope."""

    id: int
    name: str
    text: str
    access: str
    needs: frozenset[int] = frozenset()
    kind: str = "type"


class Copying(Enum):
    """What a class says of copies of it."""

    IMPLICIT = 1
    USER = 2
    DELETED = 3


@dataclass
class Class:
    """A class of the hierarchy."""

    id: int
    name: str
    space: str
    key: str
    bases: list[BaseEdge] = field(default_factory=list)
    nested: list[Nested] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    constructors: list[Constructor] = field(default_factory=list)
    destructor: Destructor | None = None
    copying: Copying = Copying.IMPLICIT
    final: bool = False

    def declares(self, name: str) -> bool:
        """Whether the class itself has a member of this name."""
        return any(
            member.name == name
            for group in (self.nested, self.fields, self.functions)
            for member in group
        )

    def overloads(self, name: str) -> list[Function]:
        """Its own functions of this name."""
        return [function for function in self.functions if function.name == name]


@dataclass
class Program:
    """A hierarchy, what stands around it and what is done with it."""

    space: str
    seed: int
    classes: list[Class] = field(default_factory=list)
    around: list[Statement] = field(default_factory=list)
    after: list[Statement] = field(default_factory=list)
    main: list[Statement] = field(default_factory=list)
    items: int = 0
    effects: bool = False  # initialisers do more than compute; seldom, most are refused
    escapes: bool = False  # constructors give the object away; seldom, too
    lends: bool = False  # functions hand `*this` to lambdas and references

    @property
    def target(self) -> Class:
        """The most derived class."""
        return self.classes[-1]

    @property
    def target_name(self) -> str:
        """The target as `collapse --class` is told."""
        inner = f"{self.target.space}::" if self.target.space else ""
        return f"{self.space}::{inner}{self.target.name}"

    def new_id(self) -> int:
        """Numbers the things that can be dropped."""
        self.items += 1
        return self.items
