# SPDX-License-Identifier: BSD-2-Clause
"""The binding plan: which concrete instance stands behind each reference of an assembly.

What `flat` makes direct is decided here and nowhere else, so it names C++ classes and members, not
only the model's names. Paths in it are relative to the kit or to the user's folder.
"""

from __future__ import annotations

from typing import Any

from flatland.builder.names import (
    component_class,
    component_header,
    cpp_name,
    object_class,
    object_header,
)
from flatland.builder.references import Outcomes, Reference
from flatland.builder.workspace import Workspace
from flatland.model.resolved import Binding, Image, Instance, KernelObject, Origin, ResolvedAssembly

plan_version = 3


def generate(assembly: ResolvedAssembly, workspace: Workspace) -> dict[str, Any]:
    """The plan as plain values, ready for JSON."""
    return _Plan(assembly, workspace).values()


class _Plan:
    """The records of one plan."""

    def __init__(self, assembly: ResolvedAssembly, workspace: Workspace) -> None:
        self.assembly = assembly
        self.workspace = workspace
        self.instances = {instance.name: instance for instance in assembly.instances}
        references = [self._reference(binding) for binding in assembly.bindings]
        self.outcomes = Outcomes(references)

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
            },
            "images": [self._image(image) for image in self.assembly.images],
        }

    def _image(self, image: Image) -> dict[str, Any]:
        return {
            "domain": image.domain,
            "entry": {"instance": image.entry.instance, "port": image.entry.port},
            "instances": [
                self._instance(order, instance) for order, instance in enumerate(image.instances)
            ],
            "bindings": [self._binding(binding) for binding in image.bindings],
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
        outcome = self.outcomes.of(self._reference(binding))
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
            "rule": binding.rule,
            "late": binding.late,
            "flat_class": outcome.flat_class,
            "kept_because": outcome.kept_because,
            "origin": self._origin(binding.origin),
        }

    def _reference(self, binding: Binding) -> Reference:
        client = self.instances[binding.client].component
        server = self.instances[binding.server].component
        port = next(port for port in client.ports if port.name == binding.port)
        obstacle = None
        if port.collection:
            obstacle = "a collection is walked through its interface"
        provided = [each.interface for each in server.ports if each.kind == "provides"]
        mine = next(each.interface for each in server.ports if each.name == binding.server_port)
        own_object = None
        if provided.count(mine) > 1:
            own_object = f"{binding.server} provides {binding.interface} by an object of its own"
        holder, target = component_class(client), component_class(server)
        return Reference(holder, binding.port, target, obstacle, own_object)

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
