# SPDX-License-Identifier: BSD-2-Clause
"""The header of one generated class in the form of a component: references in `Ports`, members."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flatland.idl import names
from flatland.idl.bridge import Unsuitable


@dataclass(frozen=True)
class GeneratedClass:
    """A class of `namespace flat::bindings`.

    `ports` are full names of interfaces by name; `parameters` types and names of what the
    constructor takes besides. Members of the same names hold them. `public` are lines after the
    constructor, `private` those after the members for these. `before` and `after` stand around the
    class.
    """

    what: str  # the syscall skeleton main_log_syscall: the first line says it
    name: str
    ports: Mapping[str, str]
    includes: Sequence[str]
    public: Sequence[str]
    private: Sequence[str] = ()
    base: str | None = None  # an interface
    parameters: Sequence[tuple[str, str]] = ()
    before: Sequence[str] = ()
    after: Sequence[str] = ()

    @property
    def full_name(self) -> str:
        """`flat::bindings::MainLogCounted`."""
        return f"flat::bindings::{self.name}"

    def text(self) -> str:
        """The header."""
        used = [*self.ports.values(), *([self.base] if self.base else [])]
        needed = {"core/required.hpp", "core/types.hpp", *self.includes, *map(header_of, used)}
        references = [f"flat::Required<{scope(kind)}> {name};" for name, kind in self.ports.items()]
        own = [f"{kind} const {name};" for kind, name in self.parameters]
        base = f" : public {scope(self.base)}" if self.base else ""
        lines = [
            "// SPDX-License-Identifier: BSD-2-Clause",
            f"// Generated: {self.what}.",
            "#pragma once",
            "",
            *(f"#include <{each}>" for each in sorted(needed)),
            "",
            "namespace flat::bindings {",
            "",
            *(line for each in self.before for line in (each, "")),
            f"class {self.name}{base} {{",
            "public:",
            "    struct Ports {",
            *(f"        {each}" for each in references),
            "    };",
            f"    {self._constructor()}",
            *(f"    {each}" for each in self.public),
            "",
            "private:",
            *(f"    {each}" for each in (*references, *own, *self.private)),
            "};",
            "",
            *([*self.after, ""] if self.after else []),
            "} // namespace flat::bindings",
        ]
        return "\n".join(lines) + "\n"

    def _constructor(self) -> str:
        values = [f"{name}(ports.{name})" for name in self.ports]
        values += [f"{name}({name})" for _, name in self.parameters]
        taken = "".join(f", {kind} {name}" for kind, name in self.parameters)
        ports = " ports" if self.ports else ""
        start = f" : {', '.join(values)}" if values else ""
        return f"explicit {self.name}(Ports const&{ports}{taken}){start} {{}}"


def refuse_taken_names(functions: Iterable[str], members: Iterable[str]) -> None:
    """No method has the name of a member of what stands between: of what a kind requires."""
    if taken := sorted(set(functions) & set(members)):
        raise Unsuitable(
            f"`{taken[0]}` is a method of the interface and a name of the kind's own",
            "give the method another name",
        )


def scope(full_name: str) -> str:
    """The C++ name of an interface."""
    return "flat::Top" if full_name == "flat.lang.Top" else full_name.replace(".", "::")


def header_of(full_name: str) -> str:
    """The header of the file that declares an interface, nested or not."""
    if full_name == "flat.lang.Top":
        return "core/top.hpp"
    parts = full_name.split(".")
    outermost = next(index for index, part in enumerate(parts) if part[0].isupper())
    return names.header(".".join(parts[:outermost]), parts[outermost])
