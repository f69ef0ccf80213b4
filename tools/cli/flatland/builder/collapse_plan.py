# SPDX-License-Identifier: BSD-2-Clause
"""The plan file of `collapse` for an image: a function of the binding plan's values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from flatland.builder.ladder import Step

plan_version = 1


def generate(image: Mapping[str, Any], step: Step) -> dict[str, Any]:
    """The plan file of one image of the binding plan.

    It says which classes to flatten, references to retype, classes to seal and to clone for.
    """
    flat = step.is_flat
    values = {
        "version": plan_version,
        "classes": [{"name": each["class"]} for each in image["objects"] if flat],
        "references": _references(image) if flat else [],
        "sealed": sorted({each["class"] for each in image["instances"]}),
        "clones": flat,
        "merged": flat,
    }
    text = json.dumps(values, sort_keys=True)
    return {**values, "hash": hashlib.sha256(text.encode()).hexdigest()}


def _references(image: Mapping[str, Any]) -> list[dict[str, str]]:
    """The members that get a class for their type, where they are declared and where passed."""
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for binding in image["bindings"]:
        concrete = binding["flat_class"]
        if concrete is None:
            continue
        base, _, member = binding["client"]["member"].rpartition("::")
        owners = [base] if binding["late"] else [base, f"{base}::Ports"]
        found[binding["client"]["class"], member] = [
            {"owner": owner, "member": member, "concrete": concrete} for owner in owners
        ]
    return [reference for key in sorted(found) for reference in found[key]]


def retyped(image: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The client ports, by instance and name, that get the class behind them for their type."""
    return {
        (each["client"]["instance"], each["client"]["port"])
        for each in image["bindings"]
        if each["flat_class"]
    }
