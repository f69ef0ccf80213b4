# SPDX-License-Identifier: BSD-2-Clause
"""The instances of an assembly whose components are known: where they are, what they provide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flatland.lang.syntax import InstanceDeclaration
from flatland.model.components import CheckedComponent
from flatland.model.inherit import PlacedInstance
from flatland.model.interfaces import Interfaces
from flatland.model.resolved import Port, kernel_domain


@dataclass(frozen=True)
class Part:
    """An instance whose component is known."""

    placed: PlacedInstance
    checked: CheckedComponent

    @property
    def name(self) -> str:
        """The instance's name."""
        return self.declaration.name.text

    @property
    def declaration(self) -> InstanceDeclaration:
        """The statement that makes it."""
        return self.placed.declaration


@dataclass(frozen=True)
class Provider:
    """A provided port of an instance."""

    part: Part
    port: Port

    def __str__(self) -> str:
        return f"{self.part.name}.{self.port.name}"


class Providers:
    """Everything that the instances of an assembly provide, by type."""

    def __init__(self, parts: Iterable[Part], interfaces: Interfaces) -> None:
        self.parts = tuple(parts)
        self.interfaces = interfaces
        self._all = [
            Provider(part, port)
            for part in self.parts
            for port in part.checked.component.ports
            if port.kind == "provides" and port.interface
        ]
        self._by_type: dict[str, list[Provider]] = {}

    def of(self, interface: str) -> list[Provider]:
        """The ports that provide an interface or a subtype, in the order of the instances."""
        if interface not in self._by_type:
            self._by_type[interface] = [
                each
                for each in self._all
                if self.interfaces.is_subtype(each.port.interface, interface)
            ]
        return self._by_type[interface]


def reference_of(part: Part, port: Port) -> str:
    """`sched.timer`."""
    return f"{part.name}.{port.name}"


def domain_of(part: Part) -> str:
    """The domain that an instance is in."""
    block = part.declaration.domain
    return block.text if block else kernel_domain


def domain_words(domain: str) -> str:
    """A domain as messages call it."""
    return "the kernel's own domain" if domain == kernel_domain else f"domain `{domain}`"
