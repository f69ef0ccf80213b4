# SPDX-License-Identifier: BSD-2-Clause
"""Generates `<object/tcb.hpp>`: a kernel object class composed from its mix-ins.

Source: Dannowski 2004, Figure 1. What stands beside each other here is all that a configuration
has; a mix-in that it lacks leaves no member behind.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from flatland.builder.names import object_class, snake_case
from flatland.files import license_line
from flatland.model.resolved import KernelObject


def generate(composed: KernelObject, sealed: bool = False) -> str:
    """The header of one composed kernel object; nothing derives from a sealed one."""
    base_header = f"machine/{snake_case(composed.base)}.hpp"
    headers = dict.fromkeys([base_header, *(mixin.header for mixin in composed.mixins)])
    if composed.mixins:
        bases = [f"public {object_class(mixin.package, mixin.name)}" for mixin in composed.mixins]
    else:
        bases = [f"public flat::machine::{composed.base}"]
    head = f"class {composed.name}{' final' if sealed else ''} : "
    separator = ",\n" + " " * len(head)
    return "\n".join(
        [
            license_line,
            f"// The kernel object {composed.name} as this configuration composes it.",
            "#pragma once",
            "",
            *(f"#include <{header}>" for header in headers),
            "",
            "namespace flat {",
            "",
            f"{head}{separator.join(bases)} {{}};",
            "",
            "} // namespace flat",
            "",
        ]
    )


def composition_hash(objects: Sequence[KernelObject], sealed: bool = False) -> str:
    """Names a composition: equal for two assemblies whose kernel objects have the same parts."""
    text = "\0".join(generate(composed, sealed) for composed in objects)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
