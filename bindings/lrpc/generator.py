# SPDX-License-Identifier: BSD-2-Clause
"""A system call of the client's domain that the kernel makes an upcall of the server's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flatland.idl import names, upcalls
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import (
    Carried,
    argument_registers,
    arrived,
    crossing_bridge,
    entry_function,
    refusal,
    refuse_member,
    sent_back,
    system_call,
    system_call_stub,
    table_class,
)
from flatland.model.resolved import kernel_domain


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the calls of the client's domain, and one of the upcalls of the server's."""
    domains = (binding.client.domain, binding.server.domain)
    if kernel_domain in domains or domains[0] == domains[1]:
        raise Unsuitable(
            "it calls from one domain beside the kernel's into another",
            "bind by `Syscall` into the kernel, by `Upcall` out of it",
        )
    methods = [Carried(binding, each) for each in binding.methods]
    simple = f"{names.camel(binding.name)}Middle"
    functions: dict[str, list[str]] = {}
    entries: list[str] = []
    calls: list[str] = []
    for number, each in enumerate(methods, start=binding.first_upcall):
        if each.is_plain:
            otherwise = upcalls.otherwise(binding, each, number, simple)
            functions[f"{each.name}_otherwise"] = otherwise
            calls.append(upcalls.domain_call(binding, each, number))
        if _is_forwarded(each):
            entries.append(f"flat::machine::forward_call, &{each.name}_call")
        else:
            functions[each.name] = _function(binding, each, simple, number)
            entries.append(f"{each.name}, this")
    middle = table_class(
        f"what the kernel does for {binding.name}",
        simple,
        binding.kernel_requires,
        functions,
        [
            "bindings/upcall/payload.hpp",
            "core/text.hpp",
            "machine/domain_call.hpp",
            "machine/interrupts.hpp",
            "machine/user_memory.hpp",
        ],
        [*refuse_member, *calls],
        entries,
    )
    stub = system_call_stub(binding, methods, _client)
    return crossing_bridge(binding, stub, upcalls.skeleton(binding, methods), middle)


def _is_forwarded(carried: Carried) -> bool:
    """Whether any words are arguments, so that the kernel has nothing to look at."""
    words = [""] * len(carried.given)
    return carried.is_plain and not any(carried.conditions(words))


def _client(carried: Carried, number: int) -> list[str]:
    """The statements of the client's method; of a plain call it checks the answer itself."""
    if not carried.is_plain:
        return system_call(carried, number)
    kind = "forwarded_call" if _is_forwarded(carried) else "system_call"
    words = [*carried.given, *["0"] * (argument_registers - len(carried.given))]
    call = f"flat::domain::{kind}({', '.join([str(number), *words])})"
    return [
        f"flat::Answer const answer = {call};",
        f"if (!({upcalls.is_plain_answer(carried)})) {carried.fail(carried.unreachable())}",
        *carried.answer(["answer.first", "answer.second"]),
    ]


def _function(binding: WholeBinding, carried: Carried, simple: str, number: int) -> list[str]:
    """The function of the client's entry."""
    gone = carried.unreachable()
    lines, words = arrived(carried)
    lines = [f"auto& self = *static_cast<{simple}*>(object);", *lines]
    used = len(carried.given) if carried.in_registers else 1
    if carried.is_plain:
        given = ", ".join([f"self.{carried.name}_call", *words[:used]])
        lines.append(f"return flat::machine::call_domain({given});")
        return entry_function(carried.name, used, lines)
    if carried.in_registers:
        given = ", ".join(words[:used])
        lines.append(f"flat::u64 words[{carried.block}]{{{given}}};")
    words = [f"words[{place}]" for place in range(carried.block)]
    if any(each.direction != "In" for each in carried.buffers):
        copy = ", ".join(words)
        lines.append(f"flat::u64 const given[{carried.block}]{{{copy}}};")
    lines += _sizes(binding, carried, words)
    lines += upcalls.gather(carried, words)
    lines += ["if (!payload.is_sound())", *_failed(carried, gone)]
    lines.append("flat::Span<flat::u64> const block(words);")
    lines.append("payload.put(0, flat::bytes_of(block));")
    lines += _fetch(carried, words)
    lines.append(upcalls.call_with_payload(binding, number))
    lines += [*upcalls.unanswered_block(carried), *_failed(carried, gone)]
    lines += _give_back(carried)
    lines += (
        ["return {words[0], words[1]};" if carried.block > 1 else "return {words[0]};"]
        if carried.in_registers
        else sent_back(carried)
    )
    return entry_function(carried.name, used, lines)


def _failed(carried: Carried, gone: str) -> list[str]:
    if carried.in_registers:
        return [f"    return {{{gone}}};"]
    return ["{", f"    words[0] = {gone};", *sent_back(carried), "}"]


def _sizes(binding: WholeBinding, carried: Carried, words: Sequence[str]) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer":
            most = parameter.max_bytes or binding.arguments["buffer_max"]
            yield f"if ({mine[1]} > {most})"
            yield refusal(carried, f"passes a `{parameter.name}` that is too large")


def _fetch(carried: Carried, words: Sequence[str]) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer":
            place = upcalls.part(parameter, mine[1])
            yield f"if ({mine[1]} != 0 && !flat::machine::copy_from_user({place}, {mine[0]}))"
            yield refusal(carried, f"passes a `{parameter.name}` that it has not")


def _give_back(carried: Carried) -> Iterator[str]:
    given = [f"given[{place}]" for place in range(carried.block)]
    for parameter, mine in carried.split(given):
        if parameter.type.kind == "buffer" and parameter.direction != "In":
            place = upcalls.part(parameter, mine[1])
            yield f"if ({mine[1]} != 0 && !flat::machine::copy_to_user({mine[0]}, {place}))"
            yield refusal(carried, f"cannot write its `{parameter.name}`")
