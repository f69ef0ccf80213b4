# SPDX-License-Identifier: BSD-2-Clause
"""Which components only the kernel's domain can hold, by what they include.

A component is kernel only when one of its sources, or a header of ours that they include, includes
`<machine/…>`, `<object/…>` or `<core/machine/…>`. components/README.md names them all, so that a
component which moves from one side to the other is a change that somebody has seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace
from flatland.model.components import check_component
from flatland.model.library import root_of
from flatland.testing.include_rules import is_machine

readme = "components/README.md"
_title = "## Kernel only"
_named = re.compile(r"`([a-z0-9_.]+\.[A-Z]\w*)`")
_include = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def kernel_only(workspace: Workspace) -> dict[str, str]:
    """The components that are kernel only, by full name, with the include that makes it so."""
    library = load_library(workspace)
    found = {}
    for declared in library.components:
        file = declared.source.path
        if declared.variant or not file.is_relative_to(workspace.folder):
            continue
        component = check_component(declared, library).component
        reason = _reason(workspace, [file.with_suffix(".hpp"), *component.sources])
        if reason:
            found[component.full_name] = reason
    return found


def problems(workspace: Workspace) -> Iterator[str]:
    """Where components/README.md and what the components include say different things."""
    file = workspace.folder / readme
    if not file.is_file():
        return
    _, _, section = file.read_text(encoding="utf-8").partition(_title)
    stated = set(_named.findall(section.partition("\n## ")[0]))
    computed = kernel_only(workspace)
    for name in sorted(set(computed) - stated):
        yield f"{name} is kernel only: {computed[name]}; {readme} does not name it as such"
    for name in sorted(stated - set(computed)):
        yield f"{readme} names {name} as kernel only, and nothing of it includes <machine/…>"


def _reason(workspace: Workspace, sources: list[Path]) -> str | None:
    """The first include of the machine that the sources reach among their own headers."""
    seen = set(sources)
    waiting = list(sources)
    while waiting:
        file = waiting.pop(0)
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        for header in _include.findall(text):
            if is_machine(header):
                return f"{workspace.display(file)} includes <{header}>"
            root = root_of(file)
            for candidate in (file.parent / header, root / "components" / header, root / header):
                if candidate.is_file() and candidate not in seen:
                    seen.add(candidate)
                    waiting.append(candidate)
    return None
