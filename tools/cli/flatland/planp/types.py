# SPDX-License-Identifier: BSD-2-Clause
"""The types of PlanP, and the words of the machine that hold their values."""

from __future__ import annotations

from dataclasses import dataclass

header_names = ("ether", "arp", "ip", "icmp", "udp", "tcp")
"""In the order of the kernel's `planp::Header`."""

parents = {"arp": "ether", "ip": "ether", "icmp": "ip", "udp": "ip", "tcp": "ip"}
number_names = ("int", "bool", "host", "mac")
words_max = 3
_number, _blob, _first_header, _first_table = 1, 2, 0x10, 0x40


@dataclass(frozen=True)
class Type:
    """A type by its name, or a tuple or table of others."""

    name: str
    parts: tuple[Type, ...] = ()

    def __str__(self) -> str:
        if self.name == "tuple":
            return "*".join(f"({p})" if p.name == "tuple" else str(p) for p in self.parts) or "unit"
        if self.name == "hash_table":
            return f"({self.parts[0]}, {self.parts[1]}) hash_table"
        return self.name

    @property
    def is_number(self) -> bool:
        """Whether one word that means something outside of the program holds it."""
        return self.name in number_names

    def words(self) -> list[int]:
        """The kernel's type of each word that holds a value."""
        if self.name == "tuple":
            return [word for part in self.parts for word in part.words()]
        if self.name == "hash_table":
            key, value = (len(part.words()) for part in self.parts)
            return [_first_table | key << 2 | value]
        if self.name in header_names:
            return [_first_header + header_names.index(self.name)]
        return [_blob if self.name == "blob" else _number]

    def innermost(self) -> str | None:
        """The innermost header of packets of this type; none if it is no packet's."""
        names = [part.name for part in self.parts]
        if self.name != "tuple" or names[-1:] != ["blob"] or len(names) < 2:
            return None
        chain = [names[-2]]
        while chain[0] in parents:
            chain.insert(0, parents[chain[0]])
        return names[-2] if chain == names[:-1] and chain[0] == "ether" else None

    def is_data(self) -> bool:
        """Whether it consists of numbers only."""
        if self.name == "tuple":
            return all(part.is_data() for part in self.parts)
        return self.is_number


unit = Type("tuple")
integer, boolean, host, mac, blob = (Type(name) for name in ("int", "bool", "host", "mac", "blob"))
