# SPDX-License-Identifier: BSD-2-Clause
"""How a written name finds what it means, and the nearest name when it means nothing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def matching(written: str, full_names: Iterable[str], own_package: str = "") -> list[str]:
    """The full names that `written` can mean: `Timer` or `hal.Timer` for `flat.hal.Timer`.

    A name of the own package goes before all others, a name written in full before that.
    """
    found = []
    for full in full_names:
        if full == written:
            return [full]
        if full.endswith("." + written):
            found.append(full)
    if len(found) > 1 and own_package:
        near = [full for full in found if _in_package(full, written, own_package)]
        if near:
            return near
    return sorted(found)


def _in_package(full: str, written: str, package: str) -> bool:
    head = full[: -len(written) - 1]
    return head == package or head.endswith("." + package)


def by_last_part(names: Iterable[str]) -> dict[str, list[str]]:
    """The names that end alike: among `Timer`'s is all that `Timer` and `hal.Timer` can mean."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.rpartition(".")[2], []).append(name)
    return found


def nearest(written: str, known: Iterable[str]) -> str | None:
    """The known name most like `written`, if any is like it.

    Of names with dots the last part counts, so `Tmer` finds `flat.hal.Timer`; among names that
    share it, the rest does.
    """
    alike = by_last_part(known)
    near = nearest_word(written.rpartition(".")[2], alike)
    return nearest_word(written, alike[near], likeness=0) if near else None


def nearest_word(written: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known word most like `written` as a whole, whatever the case of letters.

    `likeness` is from 0, anything, to 1, only the word itself.
    """
    lower = {word.lower(): word for word in sorted(known, reverse=True)}
    near = difflib.get_close_matches(written.lower(), lower, n=1, cutoff=likeness)
    return lower[near[0]] if near else None


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {joint} " + items[-1]


def article(noun: str) -> str:
    """`a timer`, `an i32`; `u32` is spoken with a consonant."""
    return ("an " if noun[:1].lower() in "aeio" else "a ") + noun
