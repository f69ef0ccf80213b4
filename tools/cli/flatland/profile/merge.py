# SPDX-License-Identifier: BSD-2-Clause
"""Several profiles as one: counts add up, and equal sequences join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flatland.profile.file import Profile, ProfiledClass
from flatland.profile.sequences import ClassSequences
from flatland.profile.translate import join_equal, translate_class


def merge(profiles: Sequence[Profile]) -> Profile:
    """One profile of them all, with the layout of the first that has the class."""
    classes: dict[str, ProfiledClass] = {}
    for profile in profiles:
        for each in profile.classes:
            known = classes.get(each.name)
            classes[each.name] = each if known is None else _join(known, each)
    return Profile(_facts([each.facts for each in profiles]), tuple(classes.values()))


def _join(one: ProfiledClass, other: ProfiledClass) -> ProfiledClass:
    other = translate_class(other, one.layout, one.sequences.size_bytes)
    entries = tuple(dict.fromkeys((*one.entries, *other.entries)))
    both = [
        replace(sequence, entry=entries.index(each.entries[sequence.entry]))
        for each in (one, other)
        for sequence in each.sequences.sequences
    ]
    bases = [each.sequences.base for each in (one, other) if each.sequences.base]
    base = bases[0].join(bases[-1]) if bases else None
    found = ClassSequences(one.name, one.sequences.size_bytes, join_equal(both), base)
    return ProfiledClass(found, one.layout, entries)


def _facts(all_facts: Sequence[Any]) -> dict[str, Any]:
    """Counts add up; what else differs stands there as a list of all."""
    merged: dict[str, Any] = {}
    for key in dict.fromkeys(key for facts in all_facts for key in facts):
        values = [facts[key] for facts in all_facts if key in facts]
        if key in ("invocations", "unfinished"):
            merged[key] = sum(values)
        elif key == "measured":
            flat = [one for each in values for one in (each if isinstance(each, list) else [each])]
            different = [each for n, each in enumerate(flat) if each not in flat[:n]]
            merged[key] = different[0] if len(different) == 1 else different
        else:
            merged[key] = values[0]
    return merged
