# SPDX-License-Identifier: BSD-2-Clause
"""How names of interfaces, components and objects become C++ names and header paths."""

from __future__ import annotations

from flatland.idl import names as java
from flatland.model.resolved import Component


def snake_case(name: str) -> str:
    """`RoundRobin` -> `round_robin`, `PS2Mouse` -> `ps2_mouse`."""
    return java.words(name)


def cpp_name(full_name: str) -> str:
    """`flat.hal.Timer.Tick` -> `flat::hal::Timer::Tick`; the root is `flat::Top`."""
    if full_name == "flat.lang.Top":
        return "flat::Top"
    return full_name.replace(".", "::")


def interface_header(full_name: str) -> str:
    """The header of the file that declares an interface: `flat/hal/timer.hpp`."""
    if full_name == "flat.lang.Top":
        return "core/top.hpp"
    parts = full_name.split(".")
    outermost = next(index for index, part in enumerate(parts) if part[0].isupper())
    return java.header(".".join(parts[:outermost]), parts[outermost])


def component_namespace(component: Component) -> str:
    """The namespace of its package: `flat::thread`."""
    return "flat::" + component.package.replace(".", "::")


def component_class(component: Component) -> str:
    """The writer's class: `flat::thread::RoundRobin`."""
    return f"{component_namespace(component)}::{component.name}"


def component_header(component: Component) -> str:
    """The writer's header: `thread/round_robin.hpp`."""
    return f"{component.package.replace('.', '/')}/{snake_case(component.name)}.hpp"


def generated_header(component: Component) -> str:
    """The header that the build generates: `thread/round_robin.flat.hpp`."""
    return f"{component.package.replace('.', '/')}/{snake_case(component.name)}.flat.hpp"


def c_header(component: Component) -> str:
    """The header in C that the build generates of a component in C: `thread/round_robin.flat.h`."""
    return generated_header(component).removesuffix("pp")


def object_header(name: str) -> str:
    """The header of a composed kernel object: `object/tcb.hpp`."""
    return f"object/{snake_case(name)}.hpp"


def object_class(package: str, name: str) -> str:
    """A mix-in or base of a kernel object: `flat::arch::TcbArch`."""
    return f"flat::{package.replace('.', '::')}::{name}"
