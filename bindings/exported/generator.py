# SPDX-License-Identifier: BSD-2-Clause
"""Calls a server as bytes say, and believes nothing of them; the other end is bindings/remote."""

from __future__ import annotations

from dataclasses import replace

from flatland.idl import far, objects
from flatland.idl.bridge import Bridge, Piece, WholeBinding
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import header_of
from flatland.idl.identity import identity


def bridge(binding: WholeBinding) -> Bridge:
    """A class with a function for each method of the server's interface."""
    objects.check_interfaces(binding, is_far=True)
    server = replace(binding, interface=binding.provided)
    methods = far.carried(server)
    name = binding.server.instance
    called = identity(binding.library, binding.provided.full_name, name, binding.interfaces)
    cases = [
        f"case {place}: return answer_{each.name}(partner_given, request_given, answer_given);"
        for place, each in enumerate(methods)
    ]
    bodies = {
        "identity": [f"return {called}; // of `{name}`"],
        "answer": ["switch (method_given) {", *cases, "}", far.malformed],
    }
    most = int(binding.arguments["buffer_max"])
    made = stub_class(
        binding,
        {"beneath": binding.provided.full_name},
        [(each, bodies[each.name]) for each in binding.methods],
        [
            *(line for each in methods for line in far.answering(each, most)),
            *far.classes(server, calls=False),
        ],
        [*far.includes, *map(header_of, far.interfaces(server))],
    )
    header = f"between/{binding.name}.hpp"
    return Bridge({header: made.text()}, stub=Piece(made.full_name, header))
