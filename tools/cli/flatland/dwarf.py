# SPDX-License-Identifier: BSD-2-Clause
"""Names of what DWARF describes."""

from __future__ import annotations

from typing import Any

Die = Any  # pyelftools has no types

classes = ("DW_TAG_class_type", "DW_TAG_structure_type", "DW_TAG_union_type")
_scopes = (*classes, "DW_TAG_namespace")


def qualified_name(die: Die) -> str:
    """`flat::api::Threads::slot`, without parameters."""
    parts = []
    each = die
    while each is not None:
        if each is die or each.tag in _scopes:
            parts.append(text_of(each, "DW_AT_name") or "(anonymous namespace)")
        each = each.get_parent()
    return "::".join(reversed(parts))


def nameless_class_of(die: Die) -> Die | None:
    """The class without a name of its own to which a typedef gives one, as C programs do."""
    if die.tag != "DW_TAG_typedef" or "DW_AT_type" not in die.attributes:
        return None
    target = die.get_DIE_from_attribute("DW_AT_type")
    return target if target.tag in classes and not text_of(target, "DW_AT_name") else None


def text_of(die: Die, name: str) -> str:
    """A text attribute; empty when there is none."""
    attribute = die.attributes.get(name)
    return attribute.value.decode() if attribute else ""
