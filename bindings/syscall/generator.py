# SPDX-License-Identifier: BSD-2-Clause
"""A stub that traps into the kernel, and a skeleton that checks what comes and calls the server.

Words are in registers where they fit, else in a block on the caller's stack, which begins with the
arguments and gets the results in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flatland.idl import held, names
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
from flatland.idl.generated_class import header_of, scope


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the table of calls of the client's domain for each method."""
    if binding.client.domain == binding.server.domain:
        raise Unsuitable("both ends are in one domain", "drop the kind")
    methods = [Carried(binding, each, prefix=binding.name) for each in binding.methods]
    objects = held.held_by(binding, methods)
    simple = f"{names.camel(binding.name)}Skeleton"
    functions = {each.name: _function(binding, each, each.name, simple) for each in methods}
    for owner, each in held.entries(objects):
        name = f"{owner.entry_prefix}_{each.name}"
        functions[name] = _function(owner.binding, each, name, simple, owner)
    includes = ["bindings/syscall/buffer.hpp", "core/text.hpp", "machine/interrupts.hpp"]
    skeleton = table_class(
        f"the {binding.kind} skeleton of {binding.name}",
        simple,
        {"beneath": binding.interface.full_name, **binding.server_requires},
        functions,
        [*includes, *_held_includes(objects)],
        refuse_member,
    )
    headers = {f"between/{each.binding.name}.hpp": each.stub().text() for each in objects}
    stub = system_call_stub(binding, methods, includes=list(headers))
    return crossing_bridge(binding, stub, skeleton, more=headers, entries=len(functions))


def _held_includes(objects: Sequence[held.Held]) -> list[str]:
    if not objects:
        return []
    used = [header_of(each.binding.interface.full_name) for each in objects]
    return ["bindings/syscall/held.hpp", *used]


def _function(
    binding: WholeBinding,
    carried: Carried,
    name: str,
    simple: str,
    owner: held.Held | None = None,
) -> list[str]:
    """The function of the table's entry; of a method of an object that is held, by its `owner`."""
    lines, words = arrived(carried)
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        *lines,
        *(_target(binding, carried, words) if owner else []),
        *_buffers(binding, carried, words),
    ]
    if owner and owner.is_release(carried.method):
        lines += ["target.release();", "return {};"]
    else:
        lines += [carried.call(words), *_give_back(carried), *_return(carried)]
    used = len(carried.given) if carried.in_registers else 1
    return entry_function(name, used, lines)


def _target(binding: WholeBinding, carried: Carried, words: Sequence[str]) -> Iterator[str]:
    """Finds the object that the first word means."""
    interface = scope(binding.interface.full_name)
    yield (
        f"flat::bindings::syscall::Target<{interface}> const target(*self.user_mode, {words[0]});"
    )
    yield "if (!target.is_there())"
    yield refusal(carried, "calls an object that it does not hold")


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


def _given(carried: Carried) -> Iterator[str]:
    """Makes an object that is the result one that the caller holds."""
    if not carried.gives_object:
        return
    outcome = "outcome.value()" if carried.method.throws else "outcome"
    is_pointer = carried.method.throws or carried.method.result.nullable
    object = outcome if is_pointer else f"&{outcome}"
    give = f"!flat::bindings::syscall::give(*self.user_mode, {object}, handle)"
    yield "flat::u64 handle = 0;"
    yield f"if (outcome.is_ok() && {give})" if carried.method.throws else f"if ({give})"
    yield refusal(carried, "holds too many objects")


def _return(carried: Carried) -> list[str]:
    if not carried.in_registers:
        return [*_given(carried), *carried.stored(), *sent_back(carried)]
    failed = (
        [f"if (outcome.is_error()) return {{{failure_word}}};"] if carried.method.throws else []
    )
    return [*_given(carried), *failed, f"return {{{', '.join(carried.returned())}}};"]
