# SPDX-License-Identifier: BSD-2-Clause
"""A stub in the kernel that calls the server's domain, and the skeleton there."""

from __future__ import annotations

from flatland.idl import names, upcalls
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import Carried, buffer_name, crossing_bridge
from flatland.idl.forwarding import stub_class
from flatland.model.resolved import kernel_domain


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the upcalls of the server's domain for each method."""
    if binding.client.domain != kernel_domain or binding.server.domain == kernel_domain:
        raise Unsuitable(
            "it calls out of the kernel", "bind by `Syscall` into it, by `Lrpc` between two others"
        )
    methods = [Carried(binding, each) for each in binding.methods]
    numbered = list(enumerate(methods, start=binding.first_upcall))
    bodies = [(each.method, _statements(binding, each, number)) for number, each in numbered]
    members: list[str] = []
    for number, each in numbered:
        if each.is_plain:
            members += upcalls.otherwise(binding, each, number, names.camel(binding.name))
            members += [upcalls.domain_call(binding, each, number), ""]
    includes = ["bindings/upcall/payload.hpp", "core/domain_calls.hpp", "machine/domain_call.hpp"]
    stub = stub_class(binding, binding.requires, bodies, members, includes)
    return crossing_bridge(binding, stub, upcalls.skeleton(binding, methods))


def _statements(binding: WholeBinding, carried: Carried, number: int) -> list[str]:
    gone = f"    {carried.fail(carried.unreachable())}"
    if carried.is_plain:
        given = ", ".join([f"{carried.name}_call", *carried.given])
        lines = [f"flat::Answer const answer = flat::machine::call_domain({given});"]
        lines += [f"if (!({upcalls.is_plain_answer(carried)}))", gone]
        return [*lines, *carried.answer(["answer.first", "answer.second"])]
    lines = ["auto& self = *this;"]
    words = [f"words[{place}]" for place in range(carried.block)]
    lines.append(f"flat::u64 words[{carried.block}]{{{', '.join(carried.given)}}};")
    lines += upcalls.gather(carried, words)
    lines += ["if (!payload.is_sound())", gone]
    lines.append("flat::Span<flat::u64> const block(words);")
    lines.append("payload.put(0, flat::bytes_of(block));")
    for parameter in carried.buffers:
        place = f"{buffer_name(parameter)}_place"
        lines.append(f"payload.put({place}, {names.member(parameter.name)});")
    lines.append(upcalls.call_with_payload(binding, number))
    lines += [*upcalls.unanswered_block(carried), gone]
    for parameter in carried.buffers:
        if parameter.direction != "In":
            name = names.member(parameter.name)
            lines.append(f"payload.take({buffer_name(parameter)}_place, {name});")
    return [*lines, *carried.answer(words)]
