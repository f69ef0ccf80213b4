# SPDX-License-Identifier: BSD-2-Clause
"""What the page knows of an assembly: its resolved model, and what the model does not say.

That is the reason of each binding in words, the .flat files that origins name, and what the
bindings cost in the built image if that was measured. `tools/graph/source/data.ts` is the same form
for those who read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from flatland.lang.syntax import Origin
from flatland.model.json import shown_path, to_json
from flatland.model.reason import reason
from flatland.model.resolved import Binding, ResolvedAssembly


def assembly_data(
    assembly: ResolvedAssembly, roots: Sequence[Path], costs: dict[str, Any] | None
) -> dict[str, Any]:
    """One assembly; `roots` are the kit and the further roots, `costs` as `measure` has them."""
    return {
        "model": to_json(_with_single_servers(assembly), roots),
        "reasons": {each.client_port: reason(each) for each in assembly.bindings},
        "costs": costs,
        "sources": {
            shown_path(file, roots): {
                "text": file.read_text(encoding="utf-8"),
                "url": file.as_uri(),
            }
            for file in sorted({origin.file for origin in _origins(assembly)})
        },
    }


def _with_single_servers(assembly: ResolvedAssembly) -> ResolvedAssembly:
    """The same with a binding for each server of one that leads to several: lines of a picture."""
    images = [
        replace(image, bindings=tuple(each for whole in image.bindings for each in _split(whole)))
        for image in assembly.images
    ]
    return replace(assembly, images=tuple(images))


def _split(binding: Binding) -> Iterator[Binding]:
    yield binding
    for link in binding.chain:
        for each in link.supplies:
            if each.is_server:
                yield replace(binding, server=each.server, server_port=each.server_port)


def _origins(assembly: ResolvedAssembly) -> Iterator[Origin]:
    """Every place that the page links to."""
    for image in assembly.images:
        yield image.origin
    for instance in assembly.instances:
        yield instance.origin
        yield instance.component.origin
        yield from (port.origin for port in instance.component.ports)
    yield from (binding.origin for binding in assembly.bindings)
    yield from (composed.origin for composed in assembly.objects)
