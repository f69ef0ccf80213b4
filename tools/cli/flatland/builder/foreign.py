# SPDX-License-Identifier: BSD-2-Clause
"""Headers of the host's packages that sources of C include wherever they run.

They are libraries that are nothing but a header and stand on no other: `flatland.setup.tools` names
them. The host's other headers are seen where there is a host.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from flatland.builder.layout import Layout
from flatland.files import link_folder
from flatland.model.resolved import Component
from flatland.setup.install import ensure
from flatland.setup.tools import Tool, header_libraries

_include = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


def foreign_folder(layout: Layout) -> Path:
    """Where the build has links to them."""
    return layout.objects / "foreign"


def emit_foreign_headers(layout: Layout, components: Iterable[Component]) -> None:
    """Installs and links the libraries that components in C include."""
    needed = [each for component in components if component.c for each in _needed(component)]
    ensure(needed)
    for tool in needed:
        assert tool.file
        header = Path("/") / tool.file
        link_folder(foreign_folder(layout) / header.name, header)


def _needed(component: Component) -> list[Tool]:
    """The libraries that a component includes, itself or by headers of its folder."""
    assert component.c
    state = [component.c.state] if component.c.state else []
    types = [*state, *(each.type for each in component.c.types)]
    names = {each.header for each in types if each.header}
    for file in (*component.sources, *component.file.parent.glob("*.h")):
        names |= set(_include.findall(file.read_text(encoding="utf-8", errors="replace")))
    return [each for each in header_libraries if each.name in names]
