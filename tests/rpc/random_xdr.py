# SPDX-License-Identifier: BSD-2-Clause
"""Random `.x` files, and random values of their types in external form.

The encoder is a third one beside ours and rpcgen's, written from RFC 4506.
"""

from __future__ import annotations

import random
import struct

from flatland.idl.xdr.kinds import resolved
from flatland.idl.xdr.model import Declaration, Enum, Specification, Struct, Typedef, Union

_integers = {"int": ">i", "unsigned int": ">I", "hyper": ">q", "unsigned hyper": ">Q"}
_deepest = 5


def write_file(seed: int) -> str:
    """The text of a file with types of all kinds."""
    return _Writer(random.Random(seed)).text()


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._plain = ["int", "unsigned int", "hyper", "unsigned hyper", "bool", "float", "double"]
        self._enums: list[tuple[str, list[str]]] = []
        self._count = 0

    def text(self) -> str:
        makers = (self._enum, self._struct, self._struct, self._union, self._typedef, self._list)
        made = [self._enum()]
        made += [self._chance.choice(makers)() for _ in range(self._chance.randint(5, 14))]
        return "\n".join(["const BOUND = 3;", *made, ""])

    def _new(self, kind: str) -> str:
        self._count += 1
        return f"{kind}_{self._count}"

    def _enum(self) -> str:
        name = self._new("enum")
        start = self._chance.choice((0, 0, -2, 100, 2**31 - 5))
        step = self._chance.choice((1, 1, 2)) if start < 2**31 - 5 else 1
        members = [f"M{self._count}_{each}" for each in range(self._chance.randint(1, 4))]
        self._enums.append((name, members))
        self._plain.append(name)
        listed = [f"{each} = {start + place * step}" for place, each in enumerate(members)]
        return f"enum {name} {{ {', '.join(listed)} }};"

    def _declaration(self, name: str) -> str:
        bound = self._chance.choice(("", "BOUND", "4", "0x7"))
        size = self._chance.choice(("BOUND", "1", "5"))
        kind = self._chance.choice(self._plain)
        forms = (
            *[f"{kind} {name}"] * 5,
            f"{kind} {name}[{size}]",
            f"{kind} {name}<{bound}>",
            f"{kind}* {name}",
            f"opaque {name}[{size}]",
            f"opaque {name}<{bound}>",
            f"string {name}<{bound}>",
        )
        return self._chance.choice(forms)

    def _struct(self) -> str:
        name = self._new("struct")
        fields = [self._declaration(f"f{each}") for each in range(self._chance.randint(1, 5))]
        before = ""
        if self._chance.random() < 0.2:  # rpcgen cannot declare an array of its own type inside
            before = f"typedef struct {name} more_{name}<2>;\n"
            fields.append(f"more_{name} more")
        self._plain.append(name)
        return f"{before}struct {name} {{ {' '.join(f'{each};' for each in fields)} }};"

    def _list(self) -> str:
        name = self._new("list")
        value = self._declaration("value")
        self._plain.append(name)
        return f"struct {name} {{ {value}; {name}* next; }};"

    def _typedef(self) -> str:
        name = self._new("other")
        text = f"typedef {self._declaration(name)};"
        self._plain.append(name)
        return text

    def _union(self) -> str:
        name = self._new("union")
        if self._chance.random() < 0.5:
            chooser, cases = self._chance.choice(self._enums)
        else:
            chooser, cases = self._chance.choice(
                (("int", ["-1", "0", "77"]), ("unsigned int", ["0", "4"]), ("bool", ["TRUE"]))
            )
        arms = [f"case {case}: {self._arm(place)};" for place, case in enumerate(cases)]
        if len(arms) > 1 and self._chance.random() < 0.5:
            arms.pop()
        if self._chance.random() < 0.5:
            arms.append(f"default: {self._arm(len(cases))};")
        self._plain.append(name)
        return f"union {name} switch ({chooser} which) {{ {' '.join(arms)} }};"

    def _arm(self, place: int) -> str:
        return "void" if self._chance.random() < 0.2 else self._declaration(f"a{place}")


class Values:
    """Random values of the types of a file."""

    def __init__(self, specification: Specification, seed: int) -> None:
        self._all = specification
        self._types = specification.types
        self._chance = random.Random(seed)

    def value(self, name: str, depth: int = 0) -> bytes:
        """A value of a type."""
        if name in _integers:
            return self._integer(name)
        if name == "bool":
            return struct.pack(">I", self._chance.randint(0, 1))
        if name in ("float", "double"):
            return self._chance.randbytes(4 if name == "float" else 8)
        definition = self._types[name]
        if isinstance(definition, Enum):
            member = self._chance.choice(definition.members)
            return struct.pack(">i", self._all.number(member.value))
        if isinstance(definition, Typedef):
            return self._declared(definition.declaration, depth)
        if isinstance(definition, Struct):
            return b"".join(self._declared(each, depth) for each in definition.fields)
        return self._union(definition, depth)

    def _integer(self, name: str) -> bytes:
        size = struct.calcsize(_integers[name])
        extreme = self._chance.choice((b"\0", b"\xff"))
        return extreme * size if self._chance.random() < 0.3 else self._chance.randbytes(size)

    def _union(self, union: Union, depth: int) -> bytes:
        arms = {self._all.number(case): arm.declaration for arm in union.arms for case in arm.cases}
        others = []
        if union.default:
            others = [each for each in self._discriminants(union) if each not in arms]
        chosen = self._chance.choice([*arms, *others])
        arm = arms.get(chosen, union.default and union.default.declaration)
        return struct.pack(">I", chosen % 2**32) + (self._declared(arm, depth) if arm else b"")

    def _discriminants(self, union: Union) -> list[int]:
        type = resolved(union.discriminant, self._types).type.name
        enum = self._types.get(type)
        if isinstance(enum, Enum):
            return [self._all.number(each.value) for each in enum.members]
        return [0, 1] if type == "bool" else [3, 1000]

    def _declared(self, declaration: Declaration, depth: int) -> bytes:
        type = declaration.type.name
        bound = self._all.number(declaration.bound) if declaration.bound else 9
        few = 0 if depth >= _deepest else self._chance.randint(0, min(bound, 4))
        if type in ("opaque", "string"):
            size = bound if declaration.shape == "fixed" else self._chance.randint(0, bound)
            lowest = 1 if type == "string" else 0
            data = bytes(self._chance.randint(lowest, 255) for _ in range(size))
            padded = data + bytes(-size % 4)
            return padded if declaration.shape == "fixed" else struct.pack(">I", size) + padded
        if declaration.shape == "plain":
            return self.value(type, depth)
        if declaration.shape == "fixed":
            return b"".join(self.value(type, depth + 1) for _ in range(bound))
        count = min(few, 1) if declaration.shape == "optional" else few
        values = [self.value(type, depth + 1) for _ in range(count)]
        return struct.pack(">I", count) + b"".join(values)
