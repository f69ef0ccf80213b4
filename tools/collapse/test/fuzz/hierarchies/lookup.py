# SPDX-License-Identifier: BSD-2-Clause
"""Name lookup, subobjects and final overriders, as [class.member.lookup] and [class.virtual]."""

from __future__ import annotations

from functools import lru_cache

from .model import Class, Function

Subobject = tuple[str, ...]


class Layout:
    """The subobjects of one complete object: name path → class, and which is whose base."""

    def __init__(self, whole: Class) -> None:
        self.classes: dict[Subobject, Class] = {}
        self.below: dict[Subobject, set[Subobject]] = {}
        self._add((whole.name,), whole)

    def _add(self, key: Subobject, record: Class) -> set[Subobject]:
        if key in self.classes:
            return self.below[key]
        self.classes[key] = record
        self.below[key] = set()
        for edge in record.bases:
            inner = ("virtual", edge.base.name) if edge.virtual else (*key, edge.base.name)
            self.below[key] |= {inner} | self._add(inner, edge.base)
        return self.below[key]

    def undominated(self, keys: list[Subobject]) -> list[Subobject]:
        """Those that are not a base of another one of them."""
        return [key for key in keys if not any(key in self.below[other] for other in keys)]


def layout(record: Class) -> Layout:
    """The subobjects of a complete `record`; classes do not change once they are made."""
    return _layout(_Identity(record))


class _Identity:
    def __init__(self, record: Class) -> None:
        self.record = record

    def __hash__(self) -> int:
        return id(self.record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.record is self.record


@lru_cache(maxsize=256)
def _layout(identity: _Identity) -> Layout:
    return Layout(identity.record)


def bases_of(record: Class) -> list[Class]:
    """All direct and indirect bases, each once, in the order they are met."""
    found: dict[str, Class] = {}
    for key, base in layout(record).classes.items():
        if key != (record.name,):
            found.setdefault(base.name, base)
    return list(found.values())


def is_unambiguous(record: Class, base: Class) -> bool:
    """Whether `record` has one subobject of this base."""
    return sum(found is base for found in layout(record).classes.values()) == 1


def look_up(record: Class, name: str) -> Class | None:
    """The class whose member `name` means inside `record`; none if no or several ones.

    Also none where one base alone is ambiguous and another one settles it: g++ 12 refuses that.
    """
    if record.declares(name):
        return record
    if any(is_member(edge.base, name) and not look_up(edge.base, name) for edge in record.bases):
        return None
    whole = layout(record)
    found = [key for key, base in whole.classes.items() if base.declares(name)]
    left = whole.undominated(found)
    return whole.classes[left[0]] if len(left) == 1 else None


def is_member(record: Class, name: str) -> bool:
    """Whether the class or one of its bases has a member of this name."""
    return any(base.declares(name) for base in layout(record).classes.values())


def finals_per_root(record: Class, signature: str) -> list[list[Function]]:
    """For each subobject that introduces the virtual function: its final overriders."""
    whole = layout(record)
    found: dict[Subobject, Function] = {}
    for key, base in whole.classes.items():
        for function in base.functions:
            if function.virtual and function.signature == signature:
                found[key] = function
    roots = [key for key in found if not whole.below[key] & set(found)]
    results = []
    for root in roots:
        above = [key for key in found if key == root or root in whole.below[key]]
        results.append([found[key] for key in whole.undominated(above)])
    return results


def virtual_signatures(record: Class) -> dict[str, Function]:
    """Every virtual function of the bases by signature (any one of its declarations)."""
    found: dict[str, Function] = {}
    for base in bases_of(record):
        for function in base.functions:
            if function.virtual:
                found.setdefault(function.signature, function)
    return found


def is_reachable(record: Class, base: Class, outside: bool) -> bool:
    """Whether code of `record` (or from outside) may name this base on every path."""
    return all(
        (edge.access == "public" or not outside) and _is_open(edge.base, base, outside)
        for edge in record.bases
        if edge.base is base or base in bases_of(edge.base)
    )


def _is_open(record: Class, base: Class, outside: bool) -> bool:
    """Whether no base clause below `record` closes the way to the base."""
    closed = ("private", "protected") if outside else ("private",)
    return all(
        edge.access not in closed and _is_open(edge.base, base, outside)
        for edge in record.bases
        if edge.base is base or base in bases_of(edge.base)
    )
