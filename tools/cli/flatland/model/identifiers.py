# SPDX-License-Identifier: BSD-2-Clause
"""Names that become names of the generated C++ must be able to."""

from __future__ import annotations

import re

from flatland.diagnostics import Diagnostics, error
from flatland.idl import names as cpp
from flatland.lang.syntax import Name

_type = re.compile(r"[A-Z][A-Za-z0-9]*")
_member = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def check_type_name(name: Name, found: Diagnostics) -> None:
    """A component's name is CamelCase."""
    if not _type.fullmatch(name.text):
        message = f"`{name.text}` cannot be the name of a component"
        help_text = "it becomes a C++ class: begin with a capital, as in `RoundRobin`"
        found.add(error("F0414", message, name.span, help=help_text))


def check_member_name(
    name: Name, found: Diagnostics, what: str = "a port, an attribute or an instance"
) -> None:
    """The name of a port, an attribute or an instance is snake_case and no word of C++."""
    if not _member.fullmatch(name.text):
        message = f"`{name.text}` cannot be the name of {what}"
        help_text = f"it becomes a C++ member: write it like `{cpp.words(name.text).strip('_')}`"
        found.add(error("F0414", message, name.span, help=help_text))
    elif cpp.member(name.text) != name.text:
        message = f"`{name.text}` cannot be a name: it means something else in C++"
        found.add(error("F0414", message, name.span, help="choose another name"))
