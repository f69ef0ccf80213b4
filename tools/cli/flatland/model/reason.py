# SPDX-License-Identifier: BSD-2-Clause
"""Why a port is bound to what it is bound to, in words."""

from __future__ import annotations

from flatland.model.resolved import Binding

_rules = {
    "automatic": "automatic: no other instance provides {interface} or a subtype",
    "explicit": "explicit: the assembly states it",
    "inherited": "inherited: a base of the assembly states it",
}


def reason(binding: Binding) -> str:
    """The rule by which a binding was made, with what it found."""
    if binding.index is not None and binding.rule == "automatic":
        return "automatic: a collection takes every other provider"
    return _rules[binding.rule].format(interface=binding.interface)
