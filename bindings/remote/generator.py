# SPDX-License-Identifier: BSD-2-Clause
"""A stub that sends what it is asked to a peer, as bytes, and takes the answer from bytes.

They are those of a payload (flatland/idl/upcalls.py): a block of words, the buffers that the server
writes, and then those that it only reads, which do not come back.
"""

from __future__ import annotations

from flatland.idl import names, upcalls
from flatland.idl.bridge import Bridge, Piece, WholeBinding
from flatland.idl.crossing import Carried, buffer_name
from flatland.idl.forwarding import stub_class
from flatland.idl.identity import identity


def bridge(binding: WholeBinding) -> Bridge:
    """One class, which calls nothing but the peer."""
    name = str(binding.arguments["name"])
    called = identity(binding.library, binding.interface.full_name, name)
    methods = [Carried(binding, each) for each in binding.methods]
    bodies = [(each.method, _statements(each, place)) for place, each in enumerate(methods)]
    made = stub_class(
        binding,
        {"beneath": "flat.remote.Peer", **binding.requires},
        bodies,
        [f"static constexpr flat::u64 identity = {called}; // of `{name}`"],
        ["bindings/upcall/payload.hpp"],
    )
    header = f"between/{binding.name}.hpp"
    return Bridge({header: made.text()}, stub=Piece(made.full_name, header))


def _statements(carried: Carried, place: int) -> list[str]:
    gone = f"    {carried.fail(carried.unreachable())}"
    words = [f"words[{number}]" for number in range(carried.block)]
    lines = ["auto& self = *this;"]
    lines.append(f"flat::u64 words[{carried.block}]{{{', '.join(_sent(carried))}}};")
    lines += upcalls.gather(carried, words)
    lines.append("flat::bindings::upcall::Payload reply(*self.buffers, answered);")
    lines += ["if (!payload.is_sound() || !reply.is_sound())", gone]
    lines.append("flat::Span<flat::u64> const block(words);")
    lines.append("payload.put(0, flat::bytes_of(block));")
    for parameter in carried.buffers:
        lines.append(f"payload.put({buffer_name(parameter)}_place, {names.given(parameter.name)});")
    call = f"beneath->call(identity, {place}, payload.span(), reply.span())"
    lines += [
        f"auto const arrived = {call};",
        "if (arrived.is_error() || arrived.value() != answered)",
        gone,
        "reply.take(0, flat::writable_bytes_of(block));",
        f"if (!({carried.is_answer(words)}))",
        gone,
    ]
    for parameter in carried.buffers:
        if parameter.direction != "In":
            name = names.given(parameter.name)
            lines.append(f"reply.take({buffer_name(parameter)}_place, {name});")
    return [*lines, *carried.answer(words)]


def _sent(carried: Carried) -> list[str]:
    """The words of the arguments; where a buffer lies here is nobody's business there."""
    addresses = {f"flat::address_of({names.given(each.name)}.data())" for each in carried.buffers}
    return ["0" if each in addresses else each for each in carried.given]
