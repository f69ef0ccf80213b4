# SPDX-License-Identifier: BSD-2-Clause
"""A stub that traps into the kernel, and a skeleton that checks what comes and calls the server.

Words are in registers where they fit, else in a block on the caller's stack, which begins with the
arguments and gets the results in their place.
"""

from __future__ import annotations

from flatland.idl import entries, held, names, objects, own
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import (
    Carried,
    crossing_bridge,
    refuse_member,
    system_call_stub,
    table_class,
)
from flatland.idl.travels import travels


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the table of calls of the client's domain for each method."""
    if binding.client.domain == binding.server.domain:
        raise Unsuitable("both ends are in one domain", "drop the kind")
    objects.check_interfaces(binding)
    methods = [Carried(binding, each, prefix=binding.name) for each in binding.methods]
    side = objects.client_side(binding, binding.first_call + len(methods))
    simple = f"{names.camel(binding.name)}Skeleton"
    functions = {each.name: entries.function(binding, each, each.name, simple) for each in methods}
    functions |= entries.functions_of_objects(side, simple)
    includes, members = entries.queue(methods, side)
    skeleton = table_class(
        f"the {binding.kind} skeleton of {binding.name}",
        simple,
        {"beneath": binding.interface.full_name, **binding.server_requires},
        functions,
        [*entries.includes, *entries.object_includes(side), *includes],
        [*refuse_member, *members],
    )
    return crossing_bridge(
        binding,
        system_call_stub(binding, methods, includes=held.headers(side)),
        skeleton,
        own=own.skeleton(binding, side),
        more=held.stubs(side) | own.stubs(side),
        entries={"skeleton": len(functions), "own": side.own_entries},
        travels=travels(methods, lambda each: 2 if each.method.one_way else 1),
    )
