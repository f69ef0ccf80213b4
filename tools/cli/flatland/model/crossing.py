# SPDX-License-Identifier: BSD-2-Clause
"""How what methods pass gets over a boundary, as reports show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def ways(crossing: Iterable[Mapping[str, str]]) -> list[tuple[str, str, str]]:
    """Of each method, what goes the same way, and which: `read`, `from, result`, `in registers`.

    `crossing` is that of a binding in the plan: `method`, `what` and `way` of all that is passed.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for each in crossing:
        found.setdefault((each["method"], each["way"]), []).append(each["what"])
    return [(method, ", ".join(what), way) for (method, way), what in found.items()]
