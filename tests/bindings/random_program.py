# SPDX-License-Identifier: BSD-2-Clause
"""Random interfaces that every kind of binding can carry, each the heart of one program."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

calls_each = 16
"""How many calls a client makes through each of its ports."""
_scalars = ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "paddr", "vaddr", "size")
_numbers = (*_scalars, "boolean", "int", "long")
_methods = (1, 1, 1, 2, 2, 3, 3, 8)
_base_methods = (1, 1, 2)
_sizes_max = (1, 8, 255, 256, 257, 1000, 4096, 5000, 30_000)
buffer_bytes_max = max(_sizes_max)


@dataclass(frozen=True)
class Value:
    """A type of values: a scalar, or an enum or record of `owner`, an interface."""

    name: str
    owner: str = ""
    is_enum: bool = False
    choices: tuple[str, ...] = ()  # of an enum
    fields: tuple[Value, ...] = ()  # of a record

    @property
    def java(self) -> str:
        """The type in an interface."""
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def cpp(self) -> str:
        """The type in C++, in the namespace of the programs."""
        if self.owner:
            return f"{self.owner}::{self.name}"
        return {"boolean": "bool", "int": "i32", "long": "i64", "size": "usize"}.get(
            self.name, self.name
        )


@dataclass(frozen=True)
class Parameter:
    """A value, or a buffer with a direction and perhaps a greatest size."""

    value: Value | None = None
    direction: str = ""
    max_bytes: int | None = None


@dataclass(frozen=True)
class Method:
    """A method that throws its program's failure or nothing."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Value | None
    throws: bool
    pure: bool


@dataclass(frozen=True)
class Interface:
    """An interface with the types that it declares."""

    name: str
    values: tuple[Value, ...]
    methods: tuple[Method, ...]
    base: Interface | None = None

    @property
    def all_methods(self) -> tuple[Method, ...]:
        """Its own and the inherited ones."""
        return (*(self.base.methods if self.base else ()), *self.methods)

    @property
    def all_values(self) -> tuple[Value, ...]:
        """Those that can be named in it."""
        return (*(self.base.values if self.base else ()), *self.values)


@dataclass(frozen=True)
class Program:
    """An interface, and what decides what its server and its clients do."""

    number: int
    seed: int
    interface: Interface
    codes: tuple[str, ...]
    chain: str  # of kinds within one domain
    bell: Interface | None  # without answers, so that several servers can hear each call
    parts: tuple[Interface, ...]  # of objects that are passed: one that is lent, one that is held

    @property
    def can_fail(self) -> bool:
        """Whether each method can say that its server is gone."""
        return all(each.throws for each in self.interface.all_methods)

    @property
    def has_pure(self) -> bool:
        """Whether there is something to be kept."""
        return any(each.pure for each in self.interface.all_methods)


def random_program(seed: int, number: int) -> Program:
    """The program of a number in the run of a seed."""
    chance = random.Random(f"{seed} {number}")
    passes_objects = number % 3 == 1
    always_throws = passes_objects or chance.random() < 0.7
    base = None
    if chance.random() < 0.4:
        base = _interface(chance, f"Base{number}", always_throws, None)
    interface = _interface(chance, f"Store{number}", always_throws, base)
    codes = ["UNREACHABLE", "FORBIDDEN", "FIRST", "OTHER", "LAST"][: chance.randint(2, 5)]
    chance.shuffle(codes)
    bell = _bell(chance, f"Bell{number}", interface) if number % 4 == 0 else None
    parts = tuple(_parts(chance, number, interface)) if passes_objects else ()
    program = Program(number, chance.getrandbits(63), interface, tuple(codes), "", bell, parts)
    kinds = ["Monitored", "Dynamic", "Dynamic(true)", guarded(program)]
    kinds += ["Caching", "Caching(1)"] if program.has_pure else []
    chain = ", ".join(chance.sample(kinds, chance.randint(2, 3)))
    return replace(program, chain=chain)


def guarded(program: Program) -> str:
    """The kind that lets all methods pass."""
    names = [each.name for each in program.interface.all_methods]
    names += ["lend", "keep", "ask", "give", "drop", "hear"] if program.parts else []
    return f'Guarded("{", ".join(names)}")'


def _parts(chance: random.Random, number: int, other: Interface) -> Iterator[Interface]:
    """Interfaces of objects with the values of another one, and small buffers."""
    for name in (f"Part{number}", f"Whole{number}"):
        methods = []
        for place in range(chance.choice((1, 2, 3, 6))):
            made = _method(chance, f"{name[0].lower()}{place}", list(other.all_values), True)
            parameters = [
                replace(each, max_bytes=chance.choice((1, 8, 255, 256, 300)))
                if each.direction
                else each
                for each in made.parameters
            ]
            methods.append(replace(made, parameters=tuple(parameters), pure=False))
        yield Interface(name, (), tuple(methods))


def _interface(
    chance: random.Random, name: str, always_throws: bool, base: Interface | None
) -> Interface:
    prefix = "m" if name.startswith("Store") else "inherited"
    letter = "" if name.startswith("Store") else "Base"
    values: list[Value] = []
    for place in range(chance.randint(0, 2)):
        names = tuple(f"VALUE_{each}" for each in range(chance.choice((1, 2, 3, 9))))
        values.append(Value(f"{letter}Kind{place}", name, True, names))
    for place in range(chance.randint(0, 3)):
        known = [*(base.values if base else ()), *values]
        fields = tuple(_value(chance, known) for _ in range(chance.choice((1, 1, 2, 3, 4))))
        values.append(Value(f"{letter}Record{place}", name, False, (), fields))
    known = [*(base.values if base else ()), *values]
    count = chance.choice(_base_methods if letter else _methods)
    methods = [_method(chance, f"{prefix}{place}", known, always_throws) for place in range(count)]
    return Interface(name, tuple(values), tuple(methods), base)


def _bell(chance: random.Random, name: str, other: Interface) -> Interface:
    """An interface of methods that answer nothing, with the values of another one."""
    methods = []
    for place in range(chance.randint(1, 3)):
        made = _method(chance, f"ring{place}", list(other.all_values), False)
        parameters = [
            replace(each, direction="In") if each.direction else each for each in made.parameters
        ]
        methods.append(Method(made.name, tuple(parameters), None, False, False))
    return Interface(name, (), tuple(methods))


def _value(chance: random.Random, known: list[Value]) -> Value:
    if known and chance.random() < 0.4:
        return chance.choice(known)
    return Value(chance.choice(_numbers))


def _method(chance: random.Random, name: str, known: list[Value], always_throws: bool) -> Method:
    pure = chance.random() < 0.15
    parameters = []
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        if not pure and chance.random() < 0.3:
            most = chance.choice((None, *_sizes_max))
            parameters.append(Parameter(None, chance.choice(("In", "Out", "InOut")), most))
        else:
            parameters.append(Parameter(_value(chance, known)))
    buffers = [place for place, each in enumerate(parameters) if each.direction]
    for place in buffers[3:]:
        parameters[place] = Parameter(_value(chance, known))
    result = _value(chance, known) if pure or chance.random() < 0.75 else None
    throws = always_throws or chance.random() < 0.5
    return Method(name, tuple(parameters), result, throws, pure)
