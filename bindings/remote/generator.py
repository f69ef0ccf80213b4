# SPDX-License-Identifier: BSD-2-Clause
"""A stub that sends what it is asked to a peer, as bytes, and takes the answer from bytes."""

from __future__ import annotations

from flatland.idl import far, objects
from flatland.idl.bridge import Bridge, Piece, WholeBinding
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import header_of
from flatland.idl.identity import identity
from flatland.idl.travels import all_alike


def bridge(binding: WholeBinding) -> Bridge:
    """A class that calls nothing but the peer, with those of the objects that pass."""
    objects.check_interfaces(binding, is_far=True)
    name = str(binding.arguments["name"])
    called = identity(binding.library, binding.interface.full_name, name, binding.interfaces)
    methods = far.carried(binding)
    start = "flat::remote::Partner& partner = *beneath;"
    bodies = [
        (each.method, [start, *far.calling(each, "identity", place)])
        for place, each in enumerate(methods)
    ]
    made = stub_class(
        binding,
        {"beneath": "flat.remote.Peer"},
        bodies,
        [
            f"static constexpr flat::u64 identity = {called}; // of `{name}`",
            *far.classes(binding, calls=True),
        ],
        [*far.includes, *map(header_of, far.interfaces(binding))],
    )
    header = f"between/{binding.name}.hpp"
    return Bridge(
        {header: made.text()},
        stub=Piece(made.full_name, header),
        travels=all_alike(methods, lambda _: "in a message"),
    )
