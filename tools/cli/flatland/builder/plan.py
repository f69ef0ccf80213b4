# SPDX-License-Identifier: BSD-2-Clause
"""The binding plan: which concrete instance stands behind each reference of an assembly.

What `flat` makes direct is decided here and nowhere else, so it names C++ classes and members, not
only the model's names. Paths in it are relative to the kit or to the user's folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flatland.builder.bridges import Between, Bridges
from flatland.builder.names import (
    component_class,
    component_header,
    cpp_name,
    object_class,
    object_header,
)
from flatland.builder.references import Outcomes, Reference
from flatland.builder.workspace import Workspace
from flatland.lang.syntax import Origin
from flatland.model.resolved import Binding, Image, Instance, KernelObject, ResolvedAssembly

plan_version = 4


def generate(assembly: ResolvedAssembly, bridges: Bridges, workspace: Workspace) -> dict[str, Any]:
    """The plan as plain values, ready for JSON."""
    return _Plan(assembly, bridges, workspace).values()


class _Plan:
    """The records of one plan."""

    def __init__(self, assembly: ResolvedAssembly, bridges: Bridges, workspace: Workspace) -> None:
        self.assembly = assembly
        self.bridges = bridges
        self.workspace = workspace
        self.instances = {instance.name: instance for instance in assembly.instances}
        everything = [each for image in assembly.images for each in self._references(image)]
        self.outcomes = Outcomes(everything)

    def values(self) -> dict[str, Any]:
        """All of it."""
        target = self.assembly.target
        return {
            "version": plan_version,
            "assembly": self.assembly.name,
            "target": {
                "arch": target.arch,
                "platform": target.platform,
                "api": target.api,
                "smp": target.smp,
                "optimize": target.optimize,
            },
            "configurations": [each.name for each in self.assembly.kernel.configurations],
            "images": [self._image(image) for image in self.assembly.images],
        }

    def _image(self, image: Image) -> dict[str, Any]:
        return {
            "domain": image.domain,
            "entry": {"instance": image.entry.instance, "port": image.entry.port},
            "instances": [
                self._instance(order, instance) for order, instance in enumerate(image.instances)
            ],
            "between": [
                self._between(each)
                for each in self.bridges.members(image)
                if isinstance(each, Between)
            ],
            "bindings": [self._binding(binding) for binding in image.bindings],
            "references": [self._reference(each) for each in self._references(image)],
            "objects": [self._object(composed) for composed in image.objects],
        }

    def _origin(self, origin: Origin) -> dict[str, Any]:
        file = self.workspace.display(origin.file)
        return {"file": file, "line": origin.line, "column": origin.column}

    def _instance(self, order: int, instance: Instance) -> dict[str, Any]:
        component = instance.component
        return {
            "name": instance.name,
            "order": order,
            "component": component.full_name,
            "class": component_class(component),
            "header": component_header(component),
            "sources": [self.workspace.display(source) for source in component.sources],
            "attributes": dict(instance.attributes),
            "origin": self._origin(instance.origin),
        }

    def _binding(self, binding: Binding) -> dict[str, Any]:
        client = self.instances[binding.client].component
        server = self.instances[binding.server].component
        outcome = self.outcomes.of(self._of_port(binding))
        chain = self.bridges.of(binding)
        return {
            "client": {
                "instance": binding.client,
                "port": binding.port,
                "class": component_class(client),
                "member": f"{component_class(client)}Component::{binding.port}",
                "index": binding.index,
            },
            "server": {
                "instance": binding.server,
                "port": binding.server_port,
                "class": component_class(server),
            },
            "interface": binding.interface,
            "interface_class": cpp_name(binding.interface),
            "kind": binding.kind,
            "chain": [
                {"kind": link.kind, "arguments": dict(link.arguments)} for link in binding.chain
            ],
            "between": [each.name for each in chain],
            "crossing": [vars(each) for each in self.bridges.travels(binding)],
            "called_class": chain[0].piece.class_name if chain else component_class(server),
            "rule": binding.rule,
            "late": binding.late,
            "flat_class": outcome.flat_class,
            "kept_because": outcome.kept_because,
            "origin": self._origin(binding.origin),
        }

    def _between(self, each: Between) -> dict[str, Any]:
        return {
            "name": each.name,
            "kind": each.link.kind,
            "arguments": dict(each.link.arguments),
            "client": f"{each.binding.client}.{each.binding.port}",
            "side": each.side,
            "class": each.piece.class_name,
            "header": each.piece.header,
        }

    def _reference(self, reference: Reference) -> dict[str, Any]:
        outcome = self.outcomes.of(reference)
        return {
            "holder": reference.instance,
            "class": reference.holder,
            "owner": reference.owner,
            "member": reference.member,
            "late": reference.late,
            "target_class": reference.target,
            "flat_class": outcome.flat_class,
            "kept_because": outcome.kept_because,
        }

    def _references(self, image: Image) -> Iterator[Reference]:
        """Those of ports, and those of what stands between, in one image."""
        for binding in image.bindings:
            yield self._of_port(binding)
        for each in self.bridges.members(image):
            if isinstance(each, Between):
                yield from self._of_between(each)

    def _of_port(self, binding: Binding) -> Reference:
        client = self.instances[binding.client].component
        port = next(port for port in client.ports if port.name == binding.port)
        obstacle = "a collection is walked through its interface" if port.collection else None
        chain = self.bridges.of(binding)
        target, own_object = self._server(binding.server, binding.server_port, binding.interface)
        if chain:
            target, own_object = chain[0].piece.class_name, None
        holder = component_class(client)
        owner, late = f"{holder}Component", binding.late
        return Reference(
            *(binding.client, holder, owner, binding.port, late, target, obstacle, own_object)
        )

    def _of_between(self, each: Between) -> Iterator[Reference]:
        holder, binding = each.piece.class_name, each.binding
        ends = []
        if each.piece.beneath:
            following = self.bridges.after(each)
            end = self._server(binding.server, binding.server_port, binding.interface)
            if following:
                end = following.piece.class_name, None
            ends.append((each.piece.beneath, end))
        for supply in each.supplies:
            end = self._server(supply.server, supply.server_port, supply.interface)
            ends.append((supply.name, end))
        for member, (target, own_object) in ends:
            yield Reference(
                *(each.name, holder, holder, member, False, target), own_object=own_object
            )

    def _server(self, name: str, port: str, interface: str) -> tuple[str, str | None]:
        """The class of a server, and that it provides the interface by another object, if so."""
        component = self.instances[name].component
        provided = [each.interface for each in component.ports if each.kind == "provides"]
        mine = next(each.interface for each in component.ports if each.name == port)
        own_object = None
        if provided.count(mine) > 1:
            own_object = f"{name} provides {interface} by an object of its own"
        return component_class(component), own_object

    def _object(self, composed: KernelObject) -> dict[str, Any]:
        return {
            "name": composed.name,
            "class": f"flat::{composed.name}",
            "header": object_header(composed.name),
            "base": object_class(composed.package, composed.base),
            "mixins": [
                {
                    "class": object_class(mixin.package, mixin.name),
                    "header": mixin.header,
                    "source": mixin.source,
                }
                for mixin in composed.mixins
            ],
            "origin": self._origin(composed.origin),
        }
