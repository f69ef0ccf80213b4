# SPDX-License-Identifier: BSD-2-Clause
"""The steps of components in C besides their sources: what C calls, and what is checked.

Sources of C are objects of their own in every step of the ladder: no tool of ours rewrites them.
"""

from __future__ import annotations

from pathlib import Path

from flatland.builder import c_component
from flatland.builder.c_component import CComponent
from flatland.builder.layout import Layout
from flatland.builder.names import component_namespace, snake_case
from flatland.idl import c_stubs
from flatland.idl.lattice import InterfaceLibrary
from flatland.model.resolved import Component
from flatland.ninja.file import Edge, NinjaFile, Rule


def is_c(source: Path) -> bool:
    """Whether a source is one of C."""
    return source.suffix == ".c"


def generated_sources(
    layout: Layout, component: Component, library: InterfaceLibrary
) -> list[Path]:
    """The generated sources of C++ that a component in C is linked with."""
    if component.c is None:
        return []
    files = c_component.used_interfaces(CComponent(component, library))
    stubs = [layout.interfaces / c_stubs.stubs_path(file) for file in files]
    return [layout.components / c_component.calls_path(component), *stubs]


def types_checked(
    ninja: NinjaFile, layout: Layout, component: Component, rule: str = "c_compile"
) -> Path:
    """Compiles the component's header alone: errors in types of C are reported once."""
    source = layout.components / c_component.check_path(component)
    output = source.with_suffix(".o")
    return ninja.edge(Edge(rule, output, (source,), f"{component.full_name}: types of C"))


def state_told(
    ninja: NinjaFile, layout: Layout, component: Component, rule: str = "c_compile"
) -> list[Path]:
    """What C++ must know of C before it reads the component's class: a header, if it has state."""
    if component.c is None or component.c.state is None:
        return []
    measured = types_checked(ninja, layout, component, rule)
    output = layout.components / c_component.state_path(component)
    names = {"scope": component_namespace(component), "stem": snake_case(component.name)}
    what = f"{component.full_name}: size of the state"
    return [ninja.edge(Edge("c_state", output, (measured,), what, variables=names))]


def rules(python: str, tools: str) -> list[Rule]:
    """How that header is made, and how functions are looked for."""
    check = f"{python} {tools}/c_functions_check.py $out $needed llvm-nm-19 $out.rsp"
    return [
        Rule("c_state", f"{python} {tools}/c_state.py $in $out $scope $stem llvm-nm-19"),
        Rule("c_check", check, response="$in"),
    ]


def functions_checked(
    ninja: NinjaFile, layout: Layout, component: Component, objects: list[Path], folder: Path
) -> Path:
    """Looks for the functions that a component must define among its objects."""
    needed = layout.components / c_component.functions_path(component)
    stamp = folder / f"{component.full_name}.functions.checked"
    what = f"{component.full_name}: functions of C"
    variables = {"needed": str(needed)}
    return ninja.edge(Edge("c_check", stamp, tuple(objects), what, (needed,), variables))
