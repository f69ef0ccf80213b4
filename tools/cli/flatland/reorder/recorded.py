# SPDX-License-Identifier: BSD-2-Clause
"""The problem that a recorded profile poses for one class: Dannowski 2006, III and IV.

Each sequence gives one footprint for each role, that is for each object that it meets: roles are
what lets an object that needs few members not pay for one that needs many (III.1).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flatland.errors import failure
from flatland.reorder.facts import Facts
from flatland.reorder.problem import Apart, Base, Footprint, Item, Problem, Range

fixed_name = "(bases)"


@dataclass(frozen=True)
class Constraints:
    """What the user asks for besides the profile; members by name."""

    line_bytes: int = 64
    dirty_weight: Fraction = Fraction(1, 16)
    base: Base | None = None  # None: as recorded
    pins: Mapping[str, int] = field(default_factory=dict)
    together: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    relaxed: bool = False  # III.3: 8 bytes that are only accessed 4 at a time need 4
    least_weight: float = 0.0  # sequences below this share are left out


class Recorded:
    """One class of a profile, and the problem that it poses."""

    def __init__(
        self, values: Mapping[str, Any], constraints: Constraints, facts: Facts | None = None
    ) -> None:
        self.name: str = values["name"]
        self.size_bytes: int = values["size_bytes"]
        self.parts: list[Mapping[str, Any]] = values["parts"]
        self._values = values
        self._offsets = {each["name"]: int(each["offset"]) for each in values["members"]}
        self._constraints = constraints
        self._facts = facts or Facts(self.name, {})
        self._names = [_part_name(part) for part in self.parts]
        self._starts = sorted((part["offset"], i) for i, part in enumerate(self.parts))
        self._met: dict[tuple[int, int], list[tuple[str, Range]]] = {}  # by offset and bytes
        self._of_member = {
            member: name
            for name, part in zip(self._names, self.parts, strict=True)
            for member in part["members"]
        }
        self.declared = {
            name: int(part["offset"]) for name, part in zip(self._names, self.parts, strict=True)
        }

    def problem(self) -> Problem:
        """Raises a FlatError where constraints name members that the class does not have."""
        constraints = self._constraints
        return Problem(
            items=tuple(map(self._item, range(len(self.parts)))),
            footprints=tuple(
                each
                for sequence, roles in self.footprints()
                if sequence["weight"] >= constraints.least_weight
                for each in roles
                if each.touched
            ),
            line_bytes=constraints.line_bytes,
            base=constraints.base or recorded_base(self._values, constraints.line_bytes),
            dirty_weight=constraints.dirty_weight,
            together=tuple(self._parts_of(group) for group in constraints.together),
            apart=tuple(
                Apart(self._parts_of(left), self._parts_of(right))
                for left, right in constraints.apart
            ),
            before=tuple(dict.fromkeys(self._orders())),
        )

    def _orders(self) -> Iterator[tuple[str, str]]:
        """Pairs of parts that must keep their order, by their types and by the source."""
        for name, part in self.named_parts():
            for needed in part["needs"]:
                yield self._part_of(needed), name
        for first, second in self._facts.before:
            yield self._part_of(first), self._part_of(second)

    def offset_of(self, member: str) -> int:
        """Where a member lies in the recorded layout."""
        return self._offsets[member]

    def _item(self, index: int) -> Item:
        part, name = self.parts[index], self._names[index]
        align = self._alignment(part)
        pins = {self._part_of(member): offset for member, offset in self._pins().items()}
        return Item(
            name,
            size=-(-part["size_bytes"] // align) * align,
            align=align,
            pinned=part["offset"] if part["fixed"] else pins.get(name),
            last=part["last"] or self._facts.last in part["members"],
            first_access=self._first_accesses().get(name),
        )

    def _pins(self) -> Mapping[str, int]:
        """Offsets that must stay, by any member of their part."""
        first = self._facts.first
        return {**({first: self._offsets[first]} if first else {}), **self._constraints.pins}

    def _alignment(self, part: Mapping[str, Any]) -> int:
        align = int(part["align_bytes"])
        if (
            not self._constraints.relaxed
            or len(part["members"]) != 1
            or part["size_bytes"] != align
        ):
            return align
        uses = {each["name"]: each["widths"] for each in self._values["members"]}
        return min(align, max(uses[part["members"][0]], default=align))

    def _first_accesses(self) -> dict[str, int]:
        """When the heaviest sequence first meets each part: the critical word comes first."""
        order: dict[str, int] = {}
        for sequence in self._values["sequences"][:1]:
            for access in sequence["accesses"]:
                for name, _ in self.touched(access):
                    order.setdefault(name, len(order))
        return order

    def footprints(self) -> Iterator[tuple[Mapping[str, Any], list[Footprint]]]:
        """Each sequence, the most frequent first, with a footprint for each object it meets."""
        for index, sequence in enumerate(self._values["sequences"]):
            roles = range(len(sequence["objects"]))
            yield sequence, [self._footprint(sequence, index, role) for role in roles]

    def _footprint(self, sequence: Mapping[str, Any], index: int, role: int) -> Footprint:
        own = [each for each in sequence["accesses"] if each["object"] == role]
        dirtied = self._ranges([each for each in own if each["mode"] == "write"])
        name = f"sequence {index}, object {role}"
        return Footprint(name, int(sequence["times"]), self._ranges(own), dirtied)

    def named_parts(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Each part with the name that it has in problems and layouts."""
        return zip(self._names, self.parts, strict=True)

    def _ranges(self, accesses: Sequence[Mapping[str, Any]]) -> dict[str, tuple[Range, ...]]:
        found: dict[str, set[Range]] = defaultdict(set)
        for place in dict.fromkeys((one["offset"], one["size_bytes"]) for one in accesses):
            for name, span in self._touched(*place):
                found[name].add(span)
        return {name: tuple(sorted(spans)) for name, spans in found.items()}

    def touched(self, access: Mapping[str, Any]) -> list[tuple[str, Range]]:
        """The parts that an access meets, with the bytes relative to each."""
        return self._touched(access["offset"], access["size_bytes"])

    def _touched(self, begin: int, size_bytes: int) -> list[tuple[str, Range]]:
        known = self._met.get((begin, size_bytes))
        if known is None:
            known = self._met[begin, size_bytes] = self._parts_between(begin, begin + size_bytes)
        return known

    def _parts_between(self, begin: int, end: int) -> list[tuple[str, Range]]:
        found = []
        for offset, index in self._starts[: bisect_right(self._starts, (end - 1, len(self.parts)))]:
            first = max(begin - offset, 0)
            last = min(end - offset, self.parts[index]["size_bytes"])
            if first < last:
                found.append((self._names[index], (first, last)))
        return found

    def _parts_of(self, members: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._part_of(member) for member in members)

    def _part_of(self, member: str) -> str:
        if member not in self._of_member:
            raise failure(
                "F1121",
                f"`{self.name}` has no member `{member}`",
                notes=[f"it has {', '.join(self._of_member)}"],
                help="`flat reorder plan` without it lists where each member is",
            )
        return self._of_member[member]


def recorded_base(values: Mapping[str, Any], line_bytes: int) -> Base:
    """Where objects of the class began while it was recorded; a line if the profile is silent."""
    base = values.get("base")
    if base is None:
        return Base()
    if base["align_bytes"] >= line_bytes:
        return Base(offset=base["offset"] % line_bytes)
    return Base(anywhere=base["align_bytes"])


def _part_name(part: Mapping[str, Any]) -> str:
    return fixed_name if part["fixed"] else part["members"][0]
