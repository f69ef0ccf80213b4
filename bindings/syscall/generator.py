# SPDX-License-Identifier: BSD-2-Clause
"""A stub that traps into the kernel, and a skeleton that checks what comes and calls the server.

Words are in registers where they fit, else in a block on the caller's stack, which begins with the
arguments and gets the results in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flatland.idl import names
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import (
    Carried,
    arrived,
    buffer_name,
    crossing_bridge,
    entry_function,
    failure_word,
    refusal,
    refuse_member,
    sent_back,
    system_call_stub,
    table_class,
)


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the table of calls of the client's domain for each method."""
    if binding.client.domain == binding.server.domain:
        raise Unsuitable("both ends are in one domain", "drop the kind")
    methods = [Carried(binding, each) for each in binding.methods]
    simple = f"{names.camel(binding.name)}Skeleton"
    skeleton = table_class(
        f"the {binding.kind} skeleton of {binding.name}",
        simple,
        {"beneath": binding.interface.full_name, **binding.server_requires},
        {each.name: _function(binding, each, simple) for each in methods},
        ["bindings/syscall/buffer.hpp", "core/text.hpp", "machine/interrupts.hpp"],
        refuse_member,
    )
    return crossing_bridge(binding, system_call_stub(binding, methods), skeleton)


def _function(binding: WholeBinding, carried: Carried, simple: str) -> list[str]:
    """The function of the table's entry."""
    lines, words = arrived(carried)
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        *lines,
        *_buffers(binding, carried, words),
        carried.call(words),
        *_give_back(carried),
        *_return(carried),
    ]
    used = len(carried.given) if carried.in_registers else 1
    return entry_function(carried.name, used, lines)


def _buffers(binding: WholeBinding, carried: Carried, words: Sequence[str]) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind != "buffer":
            continue
        span = buffer_name(parameter)
        most = parameter.max_bytes or binding.arguments["buffer_max"]
        values = f"*self.buffers, {mine[0]}, {mine[1]}, {most}"
        yield f"flat::bindings::syscall::Buffer const {span}_copy({values});"
        yield f"if (!{span}_copy.is_sound())"
        why = f"passes a `{parameter.name}` that it has not, or that is too large"
        yield refusal(carried, why)
        yield f"flat::Span<flat::u8> const {span} = {span}_copy.span();"


def _give_back(carried: Carried) -> Iterator[str]:
    for each in carried.buffers:
        if each.direction != "In":
            yield f"if (!{buffer_name(each)}_copy.give_back())"
            yield refusal(carried, f"cannot write its `{each.name}`")


def _return(carried: Carried) -> list[str]:
    if not carried.in_registers:
        return [*carried.stored(), *sent_back(carried)]
    failed = (
        [f"if (outcome.is_error()) return {{{failure_word}}};"] if carried.method.throws else []
    )
    return [*failed, f"return {{{', '.join(carried.returned())}}};"]
