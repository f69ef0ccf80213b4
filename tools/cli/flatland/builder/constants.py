# SPDX-License-Identifier: BSD-2-Clause
"""What an assembly makes constant in `special`: the objects behind ports, and attributes.

A component with one instance in an image is a class with one object. What its ports lead to and
what its attributes are can be said where the class is declared, so that compilers evaluate all that
follows, and nothing is loaded or tested: the invariants of a configuration, which a partial
evaluator is told in a specification (Volanschi et al. 1996, section 3.2), are constants of the
source here. They hold by construction: only the wiring binds ports, and attributes are `const`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass

from flatland.builder.bridges import Bridges
from flatland.builder.names import component_class
from flatland.model.resolved import AttributeValue, Component, Image


@dataclass(frozen=True)
class Place:
    """An object of the wiring whose address the link gives."""

    name: str  # timer: the member of the wiring, and the variable in `flat::placed`
    namespace: str  # flat::platform
    class_name: str  # Timer

    @property
    def symbol(self) -> str:
        """What the linker calls it."""
        return f"flat_placed_{self.name}"


@dataclass(frozen=True)
class Constants:
    """What is the same for all objects of a component's class, as there is one."""

    ports: Mapping[str, Place]
    attributes: Mapping[str, AttributeValue]


nothing_known = Constants({}, {})


def constants_of(
    image: Image, bridges: Bridges, retyped: Set[tuple[str, str]]
) -> dict[str, Constants]:
    """By component, those of an image; `retyped` are the ports that get a class for their type.

    Late ports stay, which tell when they are used before what they lead to is constructed. None of
    components in C, which are compiled alone, and of those that are loaded later as well.
    """
    if image.configurations:
        return {}
    counts = Counter(each.component.full_name for each in image.instances)
    loaded = {each.component.full_name for each in image.loadables}
    components = {each.name: each.component for each in image.instances}
    places: dict[str, dict[str, Place]] = {name: {} for name in components}
    for edge in image.bindings:
        if (edge.client, edge.port) in retyped and not edge.late and not bridges.of(edge):
            places[edge.client][edge.port] = place_of(edge.server, components[edge.server])
    return {
        each.component.full_name: Constants(places[each.name], dict(each.attributes))
        for each in image.instances
        if counts[each.component.full_name] == 1
        and each.component.full_name not in loaded
        and not each.component.c
    }


def place_of(name: str, component: Component) -> Place:
    """Where an instance of a component lies."""
    namespace, _, class_name = component_class(component).rpartition("::")
    return Place(name, namespace, class_name)


def fixed_ports(image: Image, constants: Mapping[str, Constants]) -> set[tuple[str, str]]:
    """The ports, by instance and name, that are constant."""
    return {
        (each.name, port)
        for each in image.instances
        for port in constants.get(each.component.full_name, nothing_known).ports
    }
