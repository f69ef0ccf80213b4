# SPDX-License-Identifier: BSD-2-Clause
"""Generates kernel.cpp: all C++ of an image as one translation unit, for `collapse`.

All headers come first. Kernel objects are complete before anything uses one of their mix-ins, and
a provider's class before a class that requires it. Then come the sources, the wiring last. Macros
of a source end with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from flatland.builder.bridges import Between, Bridges
from flatland.builder.names import component_header, object_header
from flatland.files import license_line
from flatland.model.resolved import Image

_define = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


def generate(name: str, image: Image, bridges: Bridges, sources: Sequence[Path]) -> str:
    """The text of kernel.cpp; `sources` in the order in which they are compiled."""
    headers = [object_header(composed.name) for composed in image.objects]
    headers += [
        each.piece.header if isinstance(each, Between) else component_header(each.component)
        for each in bridges.members(image)
    ]
    lines = [
        license_line,
        f"// All of {name} as one translation unit.",
        *(f"#include <{header}>" for header in dict.fromkeys(headers)),
    ]
    for source in sources:
        lines += ["", f'#include "{source}"', *_undefine(source)]
    return "\n".join([*lines, ""])


def _undefine(source: Path) -> Iterable[str]:
    """Ends the macros that a source defines."""
    text = source.read_text(encoding="utf-8", errors="replace")
    return [f"#undef {name}" for name in dict.fromkeys(_define.findall(text))]
