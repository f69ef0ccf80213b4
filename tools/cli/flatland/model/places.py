# SPDX-License-Identifier: BSD-2-Clause
"""Which components can be in which domain: what is compiled for it decides.

A domain beside the kernel's sees the headers of its architecture, none of the privileged machine,
and of the API's binary interface on it those that lie in `domain/include`, which the kernel does
not see. What is part of a dimension touches the machine, and is the kernel's.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flatland.diagnostics import Diagnostics, error
from flatland.model.library import Library, Variant
from flatland.model.parts import Part, domain_of, domain_words
from flatland.model.resolved import Component

_include = re.compile(r"^#include <((?:domain|machine|object|core/machine)/[^>]+)>", re.MULTILINE)
_of_all = "domain/"
_help_of_kernel = "put it into the kernel's own domain, and bind what needs it by `Syscall`"


def check_places(
    library: Library, parts: Iterable[Part], chosen: Mapping[str, Variant], found: Diagnostics
) -> None:
    """Reports instances where their component cannot be (F0427)."""
    for part in parts:
        component = part.checked.component
        of_place = _reason if part.declaration.domain else _reason_in_kernel
        why = of_place(library, part, chosen)
        if why:
            reason, help_text = why
            where = domain_words(domain_of(part))
            message = f"`{component.full_name}` cannot be in {where}: {reason}"
            found.add(error("F0427", message, part.declaration.component.span, help=help_text))


def _reason(library: Library, part: Part, chosen: Mapping[str, Variant]) -> tuple[str, str] | None:
    component = part.checked.component
    for variant in chosen.values():
        if component.file.is_relative_to(variant.folder):
            what = f"it is part of {variant.dimension} {variant.name}, which the kernel alone has"
            return what, _help_of_kernel
    for header in _all_headers(component):
        if not header.startswith(_of_all):
            what = f"it includes <{header}>, which the kernel alone has"
            return what, _help_of_kernel
        having = [each for each in library.variants.values() if _has(each, header)]
        if having and not any(each in having for each in chosen.values()):
            names = " or ".join(sorted(map(_name, having)))
            what = f"it needs <{header}>, which domains have with {names}"
            return what, "take a component that needs less, or make the assembly for that"
    return None


def _reason_in_kernel(
    library: Library, part: Part, chosen: Mapping[str, Variant]
) -> tuple[str, str] | None:
    for header in _all_headers(part.checked.component):
        if not header.startswith(_of_all) or any(
            _is_in(each, "include", header) for each in chosen.values()
        ):
            continue
        having = [
            each for each in library.variants.values() if _is_in(each, "domain/include", header)
        ]
        if having:
            names = " or ".join(sorted(map(_name, having)))
            what = f"it needs <{header}>, which only domains beside it have, with {names}"
            written = f"{part.name} = {part.checked.component.full_name};"
            return what, f"put it into one: `domain NAME {{ {written} ... }}`"
    return None


def _name(variant: Variant) -> str:
    if variant.dimension != "abi":
        return f"{variant.dimension} {variant.name}"
    api, _, arch = variant.name.partition("/")
    return f"api {api} on {arch}"


def _has(variant: Variant, header: str) -> bool:
    """Whether domains of a variant see a header that not all domains do."""
    folders = ("domain/include", "include") if variant.dimension == "arch" else ("domain/include",)
    return any(_is_in(variant, folder, header) for folder in folders)


def _is_in(variant: Variant, folder: str, header: str) -> bool:
    return (variant.folder / folder / header).is_file()


def _all_headers(component: Component) -> Iterator[str]:
    header = component.file.with_suffix(".hpp")
    for file in (*component.sources, *([header] if header.is_file() else [])):
        yield from _headers(file)


@functools.cache
def _headers(file: Path) -> tuple[str, ...]:
    """What a file includes of what domains offer; a source that is missing is said elsewhere."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(_include.findall(text))
