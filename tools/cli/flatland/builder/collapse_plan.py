# SPDX-License-Identifier: BSD-2-Clause
"""The plan file of `collapse` for an image: a function of the binding plan's values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Set
from typing import Any

from flatland.builder.ladder import Step

plan_version = 1


def generate(
    image: Mapping[str, Any], step: Step, fixed: Set[tuple[str, str]] = frozenset()
) -> dict[str, Any]:
    """The plan file of one image of the binding plan.

    It says which classes to flatten, references to retype, classes to seal and to clone for. Of the
    holders and members in `fixed` the class is in their declaration.
    """
    flat = step.is_flat
    values = {
        "version": plan_version,
        "classes": [{"name": each["class"]} for each in image["objects"] if flat],
        "references": _references(image, fixed) if flat else [],
        "sealed": sorted({each["class"] for each in (*image["instances"], *image["between"])}),
        "clones": flat,
        "merged": flat,
    }
    text = json.dumps(values, sort_keys=True)
    return {**values, "hash": hashlib.sha256(text.encode()).hexdigest()}


def _references(image: Mapping[str, Any], fixed: Set[tuple[str, str]]) -> list[dict[str, str]]:
    """The members that get a class for their type, where they are declared and where passed."""
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for each in image["references"]:
        if each["flat_class"] is None:
            continue
        owners = [] if (each["holder"], each["member"]) in fixed else [each["owner"]]
        owners += [] if each["late"] else [f"{each['owner']}::Ports"]
        found[each["class"], each["member"]] = [
            {"owner": owner, "member": each["member"], "concrete": each["flat_class"]}
            for owner in owners
        ]
    return [reference for key in sorted(found) for reference in found[key]]


def retyped(image: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The members, by instance and name, that get the class behind them for their type."""
    return {(each["holder"], each["member"]) for each in image["references"] if each["flat_class"]}
