# SPDX-License-Identifier: BSD-2-Clause
"""Of which form the calls of a domain are: what its image and a kernel's table must agree about.

The kernel has the digest beside its table (core/calls/domain_calls.hpp), the image has it in a
note, which flat::ProgramImage reads: so an image that another kernel was built with can be started.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from flatland.builder.bridges import Bridges
from flatland.builder.shapes import kit_digest, shapes
from flatland.idl.lattice import InterfaceLibrary
from flatland.model.resolved import ResolvedAssembly, kernel_domain


def call_digests(
    assembly: ResolvedAssembly, bridges: Bridges, library: InterfaceLibrary, kit: Path
) -> dict[str, int]:
    """Of each domain beside the kernel's: of all that crosses its boundary, in order."""
    common = [
        str(kit_digest(kit)),
        (kit / "core" / "calls" / "domain_calls.hpp").read_text(encoding="utf-8"),
    ]
    domains = {each.name: each.domain for each in assembly.instances}
    found = {}
    for image in assembly.images:
        if image.domain == kernel_domain:
            continue
        lines = [
            *common,
            f"{bridges.calls.size(image.domain)} {bridges.upcalls.size(image.domain)}",
        ]
        for binding in assembly.bindings:
            ends = [domains[binding.client], domains[binding.server]]
            if image.domain in ends and ends[0] != ends[1]:
                side = ends.index(image.domain)
                lines.append(f"{side} {binding.kind} {shapes(library, [binding.interface])}")
        digest = hashlib.sha256("\n".join(lines).encode()).digest()
        found[image.domain] = int.from_bytes(digest[:8], "little")
    return found


def note(digest: int) -> str:
    """The assembly of the note; the form of notes is that of the System V gABI, chapter 5."""
    lines = [
        '    .section .note.flatland, "a", %note',
        "    .balign 4",
        "    .long 9, 8, 1",
        '    .asciz "Flatland"',
        "    .balign 4",
        f"    .quad {digest:#x}",
    ]
    return "\n".join([*lines, ""])
