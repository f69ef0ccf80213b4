# SPDX-License-Identifier: BSD-2-Clause
"""Which components can be in a domain beside the kernel's: what is compiled for it decides.

A domain sees the headers of its architecture, and of the API's binary interface on it those that
lie in `domain/include`. What is part of a dimension touches the machine, and is the kernel's.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from flatland.diagnostics import Diagnostics, error
from flatland.model.library import Library, Variant
from flatland.model.parts import Part
from flatland.model.resolved import Component

_include = re.compile(r"^#include <(domain/[^>]+)>", re.MULTILINE)


def check_places(
    library: Library, parts: Iterable[Part], chosen: Mapping[str, Variant], found: Diagnostics
) -> None:
    """Reports instances in a domain where their component cannot be (F0427)."""
    for part in parts:
        domain = part.declaration.domain
        why = _reason(library, part.checked.component, chosen) if domain else None
        if domain and why:
            reason, help_text = why
            name = part.checked.component.full_name
            message = f"`{name}` cannot be in domain `{domain.text}`: {reason}"
            found.add(error("F0427", message, part.declaration.component.span, help=help_text))


def _reason(
    library: Library, component: Component, chosen: Mapping[str, Variant]
) -> tuple[str, str] | None:
    for variant in chosen.values():
        if component.file.is_relative_to(variant.folder):
            what = f"it is part of {variant.dimension} {variant.name}, which the kernel alone has"
            return what, "put it into the kernel's own domain, and bind what needs it by `Syscall`"
    for header in (header for each in component.sources for header in _domain_headers(each)):
        having = [each for each in library.variants.values() if _has(each, header)]
        if having and not any(each in having for each in chosen.values()):
            names = " or ".join(sorted(map(_name, having)))
            what = f"it needs <{header}>, which domains have with {names}"
            return what, "take a component that needs less, or make the assembly for that"
    return None


def _name(variant: Variant) -> str:
    if variant.dimension != "abi":
        return f"{variant.dimension} {variant.name}"
    api, _, arch = variant.name.partition("/")
    return f"api {api} on {arch}"


def _has(variant: Variant, header: str) -> bool:
    """Whether domains of a variant see a header that not all domains do."""
    folders = ("domain/include", "include") if variant.dimension == "arch" else ("domain/include",)
    return any((variant.folder / folder / header).is_file() for folder in folders)


@functools.cache
def _domain_headers(source: Path) -> tuple[str, ...]:
    """What a source includes of what domains offer; a source that is missing is said elsewhere."""
    try:
        text = source.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(_include.findall(text))
