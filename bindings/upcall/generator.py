# SPDX-License-Identifier: BSD-2-Clause
"""A stub in the kernel that calls the server's domain, and the skeleton there."""

from __future__ import annotations

from flatland.idl import entries, held, names, objects, outward, own, upcalls
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import Carried, crossing_bridge
from flatland.idl.travels import travels
from flatland.model.resolved import kernel_domain


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the upcalls of the server's domain for each method."""
    if binding.client.domain != kernel_domain or binding.server.domain == kernel_domain:
        raise Unsuitable(
            "it calls out of the kernel",
            "bind by `Syscall` into it, by `Lrpc` between two others",
        )
    objects.check_interfaces(binding)
    prefix = objects.server_prefix(binding)
    methods = [Carried(binding, each, is_outward=True, prefix=prefix) for each in binding.methods]
    side = objects.server_side(binding, binding.first_upcall + len(methods))
    skeleton = upcalls.skeleton(binding, methods, side)
    return crossing_bridge(
        binding,
        outward.stub(binding, methods, side, names.camel(binding.name), binding.requires),
        skeleton,
        got=entries.got(binding, side),
        more=held.stubs(side) | own.stubs(side),
        entries={"skeleton": len(methods) + side.own_entries, "got": side.got_entries},
        travels=travels(methods, lambda each: 2 if each.method.one_way else 1),
    )
