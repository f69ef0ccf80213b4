# SPDX-License-Identifier: BSD-2-Clause
"""Reads profiles, strictly: what a file says twice has to be the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland.errors import failure, shown
from flatland.profile.members import Layout, Member, Part
from flatland.profile.sequences import Access, Base, ClassSequences
from flatland.profile.sequences import Sequence as AccessSequence
from flatland.profile.values import class_values, line_bytes, profile_values, profile_version

_most_bytes = 1 << 31


@dataclass(frozen=True)
class ProfiledClass:
    """A class of a profile. The entries of its sequences are numbers of `entries`."""

    sequences: ClassSequences
    layout: Layout
    entries: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the class, qualified."""
        return self.sequences.name

    def values(self) -> dict[str, Any]:
        """As it stands in a file."""
        return class_values(self.sequences, self.layout, self.entries.__getitem__)


@dataclass(frozen=True)
class Profile:
    """A profile, and whatever else its file says: how it was measured."""

    facts: Mapping[str, Any]
    classes: tuple[ProfiledClass, ...]

    def values(self) -> dict[str, Any]:
        """The whole file."""
        return profile_values([each.values() for each in self.classes], self.facts)


class _Malformed(Exception):
    """Says where in the file, and what is wrong there."""


def read_profile(path: Path) -> Profile:
    """Reads a profile; an error names the place that is not as docs/profiles.md says."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        return parse_profile(values)
    except (OSError, ValueError, RecursionError, _Malformed) as problem:
        what = "cannot be read" if isinstance(problem, OSError) else "is not a profile"
        raise failure(
            "F1009",
            f"{shown(path)} {what}",
            notes=[str(problem) or type(problem).__name__],
            help="`flat memtrace` and `flat trace` write profiles, with `-o FILE`",
        ) from problem


def parse_profile(values: Any) -> Profile:
    """The profile that JSON values stand for."""
    whole = _mapping(values, "the file")
    known = {"format": "flatland-profile", "version": profile_version, "line_bytes": line_bytes}
    for key, value in known.items():
        if whole.get(key) != value or isinstance(whole.get(key), bool):
            raise _Malformed(f"`{key}` is not {value}")
    _number(whole, "invocations", "the file")
    classes = tuple(
        _class(each, f"classes[{number}]")
        for number, each in enumerate(_list(whole, "classes", "the file"))
    )
    names = [each.name for each in classes]
    if len(set(names)) < len(names):
        raise _Malformed("a class stands there twice")
    facts = {key: value for key, value in whole.items() if key not in (*known, "classes")}
    return Profile(facts, classes)


def _class(values: Any, place: str) -> ProfiledClass:
    found = _mapping(values, place)
    name = _text(found, "name", place)
    size_bytes = _number(found, "size_bytes", place)
    layout = Layout(
        [
            _member(each, size_bytes, f"{place}.members[{number}]")
            for number, each in enumerate(_list(found, "members", place))
        ],
        [
            _part(each, size_bytes, f"{place}.parts[{number}]")
            for number, each in enumerate(_list(found, "parts", place))
        ],
    )
    _check_parts(layout, place)
    entries: list[str] = []
    sequences = tuple(
        _sequence(each, size_bytes, entries, f"{place}.sequences[{number}]")
        for number, each in enumerate(_list(found, "sequences", place))
    )
    found_sequences = ClassSequences(name, size_bytes, sequences, _base(found, place))
    profiled = ProfiledClass(found_sequences, layout, tuple(entries))
    _compare(found, profiled.values(), place)
    return profiled


def _base(values: Mapping[str, Any], place: str) -> Base | None:
    if values.get("base") is None:
        return None
    found = _mapping(values["base"], f"{place}.base")
    align = _number(found, "align_bytes", f"{place}.base", least=1)
    offset = _number(found, "offset", f"{place}.base")
    if align & (align - 1) or offset >= align:
        raise _Malformed(f"{place}.base is no place modulo a power of two")
    return Base(offset, align)


def _member(values: Any, size_bytes: int, place: str) -> Member:
    found = _mapping(values, place)
    offset = _number(found, "offset", place)
    size = _number(found, "size_bytes", place)
    if offset + size > size_bytes:
        raise _Malformed(f"{place} lies outside of the class")
    align = _number(found, "align_bytes", place, least=1)
    return Member(_text(found, "name", place), offset, size, align)


def _part(values: Any, size_bytes: int, place: str) -> Part:
    found = _mapping(values, place)
    names = _list(found, "members", place)
    offset = _number(found, "offset", place)
    size = _number(found, "size_bytes", place)
    align = _number(found, "align_bytes", place, least=1)
    is_fixed, is_last = _truth(found, "fixed", place), _truth(found, "last", place)
    if offset + size > size_bytes:
        raise _Malformed(f"{place} lies outside of the class")
    if not all(isinstance(each, str) for each in names) or not (names or is_fixed):
        raise _Malformed(f"{place}.members are no names")
    needs = _list(found, "needs", place)
    if not all(isinstance(each, str) for each in needs):
        raise _Malformed(f"{place}.needs are no names")
    return Part(tuple(names), offset, size, align, is_fixed, is_last, tuple(needs))


def _check_parts(layout: Layout, place: str) -> None:
    """Parts, where a profile has any, hold each member once."""
    named = [name for part in layout.parts for name in part.members]
    if layout.parts and sorted(named) != sorted(each.name for each in layout.members):
        raise _Malformed(f"{place}.parts do not hold each member once")


def _sequence(values: Any, size_bytes: int, entries: list[str], place: str) -> AccessSequence:
    found = _mapping(values, place)
    entry = _text(found, "entry", place)
    if entry not in entries:
        entries.append(entry)
    accesses = tuple(
        _access(each, size_bytes, f"{place}.accesses[{number}]")
        for number, each in enumerate(_list(found, "accesses", place))
    )
    met = 0
    for number, access in enumerate(accesses):
        if access.object > met:
            raise _Malformed(f"{place}.accesses[{number}] skips an object")
        met = max(met, access.object + 1)
    if not accesses:
        raise _Malformed(f"{place} has no accesses")
    is_cut = _truth(found, "cut", place)
    times = _number(found, "times", place, least=1)
    return AccessSequence(entries.index(entry), times, is_cut, accesses)


def _access(values: Any, size_bytes: int, place: str) -> Access:
    found = _mapping(values, place)
    mode = found.get("mode")
    if mode not in ("read", "write"):
        raise _Malformed(f"{place}.mode is neither `read` nor `write`")
    offset = _number(found, "offset", place)
    if offset >= size_bytes:
        raise _Malformed(f"{place} lies outside of the class")
    number = _number(found, "object", place)
    return Access(number, offset, _number(found, "size_bytes", place, least=1), mode == "write")


def _compare(given: Any, expected: Any, place: str) -> None:
    """What follows from the rest has to be as it follows."""
    if isinstance(expected, dict) and isinstance(given, dict):
        for key in sorted(given.keys() | expected.keys()):
            if key not in given or key not in expected:
                raise _Malformed(f"{place} {'lacks' if key in expected else 'has'} `{key}`")
            _compare(given[key], expected[key], f"{place}.{key}")
    elif isinstance(expected, list) and isinstance(given, list) and len(given) == len(expected):
        for number, (one, other) in enumerate(zip(given, expected, strict=True)):
            _compare(one, other, f"{place}[{number}]")
    elif given != expected or isinstance(given, bool) != isinstance(expected, bool):
        raise _Malformed(f"{place} is not {json.dumps(expected)[:80]}, as follows from the rest")


def _mapping(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Malformed(f"{place} is no object")
    return value


def _list(values: Mapping[str, Any], key: str, place: str) -> Sequence[Any]:
    value = values.get(key)
    if not isinstance(value, list):
        raise _Malformed(f"{place}.{key} is no array")
    return value


def _text(values: Mapping[str, Any], key: str, place: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not value:
        raise _Malformed(f"{place}.{key} is no text")
    return value


def _truth(values: Mapping[str, Any], key: str, place: str) -> bool:
    value = values.get(key)
    if not isinstance(value, bool):
        raise _Malformed(f"{place}.{key} is neither true nor false")
    return value


def _number(values: Mapping[str, Any], key: str, place: str, least: int = 0) -> int:
    value = values.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise _Malformed(f"{place}.{key} is no whole number from {least} on")
    if value >= _most_bytes and key in ("offset", "size_bytes", "align_bytes", "object"):
        raise _Malformed(f"{place}.{key} is too large")
    return value
