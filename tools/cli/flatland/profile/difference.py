# SPDX-License-Identifier: BSD-2-Clause
"""What has changed from one profile to another: sequences, members, lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flatland.grid import grid
from flatland.profile.file import Profile, ProfiledClass
from flatland.profile.sequences import Access, Sequence
from flatland.profile.translate import translate_class
from flatland.profile.values import footprints, member_uses

_shown = 12
_Key = tuple[str, bool, tuple[Access, ...]]


def difference(before: Profile, after: Profile) -> dict[str, Any]:
    """As plain values; classes of one profile alone are only named."""
    old = {each.name: each for each in before.classes}
    new = {each.name: each for each in after.classes}
    return {
        "format": "flatland-profile-difference",
        "version": 1,
        "gone": [name for name in old if name not in new],
        "new": [name for name in new if name not in old],
        "classes": [_class(old[name], each) for name, each in new.items() if name in old],
    }


def _class(old: ProfiledClass, new: ProfiledClass) -> dict[str, Any]:
    """Sequences are compared under the first profile's layout, lines as each has them."""
    lines = {"before": _lines(old), "after": _lines(new)}
    as_old = translate_class(new, old.layout, old.sequences.size_bytes)
    uses = member_uses(old.sequences, old.layout), member_uses(as_old.sequences, as_old.layout)
    members = []
    for member in dict.fromkeys(each.name for each in old.layout.members):
        counts = [(each[member].reads, each[member].writes) if member in each else (0, 0)
                  for each in uses]  # fmt: skip
        if counts[0] != counts[1]:
            names = ("reads_before", "writes_before", "reads_after", "writes_after")
            members.append({"name": member, **dict(zip(names, sum(counts, ()), strict=True))})
    return {
        "name": new.name,
        "is_of_another_layout": old.layout.hash != new.layout.hash,
        "lines_per_invocation": lines,
        "sequences": _sequences(old, as_old),
        "members": members,
    }


def _lines(profiled: ProfiledClass) -> float:
    """Lines of all objects together, on average of the invocations that access the class."""
    sequences = profiled.sequences.sequences
    touched = sum(
        each.times * sum(len(one.touched) for one in footprints(each)) for each in sequences
    )
    return round(touched / max(1, sum(each.times for each in sequences)), 6)


def _sequences(old: ProfiledClass, new: ProfiledClass) -> list[dict[str, Any]]:
    """Those whose weight is not the same, the greatest change first."""
    before, after = _weights(old), _weights(new)
    found = []
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        if one == other:
            continue
        entry, _, accesses = key
        found.append(
            {
                "entry": entry,
                "change": "new" if one is None else "gone" if other is None else "changed",
                "weight_before": one or 0.0,
                "weight_after": other or 0.0,
                "accesses": [
                    [
                        each.object,
                        each.offset,
                        each.size_bytes,
                        "write" if each.is_write else "read",
                    ]
                    for each in accesses
                ],
            }  # fmt: skip
        )
    return sorted(found, key=lambda each: -abs(each["weight_after"] - each["weight_before"]))


def _weights(profiled: ProfiledClass) -> dict[_Key, float]:
    total = sum(each.times for each in profiled.sequences.sequences)

    def key(each: Sequence) -> _Key:
        return profiled.entries[each.entry], each.is_cut, each.accesses

    return {key(each): round(each.times / total, 6) for each in profiled.sequences.sequences}


def text(found: dict[str, Any]) -> Iterator[str]:
    """The difference as lines of text."""
    for what in ("gone", "new"):
        yield from (f"{name}: {what}" for name in found[what])
    for each in found["classes"]:
        yield from _class_text(each)


def _class_text(values: dict[str, Any]) -> Iterator[str]:
    lines = values["lines_per_invocation"]
    layout = ", of another layout" if values["is_of_another_layout"] else ""
    change = f"{lines['before']:.2f} lines an invocation, now {lines['after']:.2f}"
    yield f"{values['name']}: {change}{layout}"
    if not values["sequences"] and not values["members"]:
        yield "the same sequences with the same weights"
    if values["sequences"]:
        yield ""
        titles = ("sequence of", "change", "weight % before", "after", "accesses")
        yield from grid(titles, [_sequence_row(each) for each in values["sequences"][:_shown]])
        rest = len(values["sequences"]) - _shown
        yield from [f"and {rest} more"] if rest > 0 else []
    if values["members"]:
        yield ""
        titles = ("member", "reads before", "after", "writes before", "after")
        keys = ("name", "reads_before", "reads_after", "writes_before", "writes_after")
        yield from grid(titles, [[str(each[key]) for key in keys] for each in values["members"]])
    yield ""


def _sequence_row(values: dict[str, Any]) -> list[str]:
    weights = (values["weight_before"], values["weight_after"])
    numbers = [f"{100 * each:.1f}" for each in weights]
    return [values["entry"], values["change"], *numbers, str(len(values["accesses"]))]
