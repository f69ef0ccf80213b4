# SPDX-License-Identifier: BSD-2-Clause
"""What becomes of each reference of a kernel: the class behind it, or why it keeps its interface.

Binding-directed flattening: the graph says which class stands behind each port, so a port can have
that class for its type, and calls through it are direct. Click did so for routers (Kohler, Morris,
Chen 2002); here the graph is known when the kernel is built.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """One object's reference to another: a member of the holder's class, the class behind it."""

    instance: str  # main
    holder: str  # flat::boot::Main
    owner: str  # flat::boot::MainComponent, which declares the member
    member: str
    late: bool
    target: str  # flat::platform::Serial
    obstacle: str | None = None  # why this reference alone keeps the interface
    own_object: str | None = None  # that the target provides the interface by another object

    @property
    def key(self) -> tuple[str, str]:
        """What all objects of the holder's class share: one type for this member."""
        return self.holder, self.member


@dataclass(frozen=True)
class Outcome:
    """The class that a member gets, or why it keeps its interface."""

    flat_class: str | None
    kept_because: str | None


class Outcomes:
    """What becomes of all references of a kernel."""

    def __init__(self, references: Sequence[Reference]) -> None:
        groups: dict[tuple[str, str], list[Reference]] = defaultdict(list)
        for each in references:
            groups[each.key].append(each)
        self._outcomes = {key: _outcome(group) for key, group in groups.items()}

    def of(self, reference: Reference) -> Outcome:
        """What becomes of one of them."""
        return self._outcomes[reference.key]


def _outcome(group: Sequence[Reference]) -> Outcome:
    """A class has one layout for all its objects, so they must agree."""
    reason = next((each.obstacle for each in group if each.obstacle), None)
    targets = sorted({each.target for each in group})
    if not reason and len(targets) > 1:
        reason = f"instances of one class are bound to {', '.join(targets)}"
    if not reason:
        reason = next((each.own_object for each in group if each.own_object), None)
    return Outcome(None if reason else targets[0], reason)
