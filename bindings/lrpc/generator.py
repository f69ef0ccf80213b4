# SPDX-License-Identifier: BSD-2-Clause
"""A system call of the client's domain that the kernel makes an upcall of the server's.

Where objects are passed, the kernel does both, one after the other: it has to make words of the
client's words of the server's, and back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from flatland.idl import entries, held, names, objects, one_way, outward, own, upcalls
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import (
    Carried,
    SystemCall,
    argument_registers,
    arrived,
    crossing_bridge,
    entry_function,
    refuse_member,
    sent_back,
    system_call,
    system_call_stub,
    table_class,
)
from flatland.idl.generated_class import GeneratedClass
from flatland.idl.model import Parameter
from flatland.idl.objects import Side
from flatland.idl.travels import travels
from flatland.model.resolved import kernel_domain

page_size = 4096

copied_max = 65536


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the calls of the client's domain, and one of the upcalls of the server's."""
    domains = (binding.client.domain, binding.server.domain)
    if kernel_domain in domains or domains[0] == domains[1]:
        raise Unsuitable(
            "it calls from one domain beside the kernel's into another",
            "bind by `Syscall` into the kernel, by `Upcall` out of it",
        )
    _check_bytes(binding)
    objects.check_interfaces(binding)
    methods = [Carried(binding, each, prefix=binding.name) for each in binding.methods]
    client = objects.client_side(binding, binding.first_call + len(methods))
    prefix = objects.server_prefix(binding)
    served = [Carried(binding, each, is_outward=True, prefix=prefix) for each in binding.methods]
    server = objects.server_side(binding, binding.first_upcall + len(methods))
    kernel = outward.stub(
        binding, served, server, f"{names.camel(binding.name)}Outward", _ports(binding)
    )
    in_turn = _in_turn(binding, methods)
    return crossing_bridge(
        binding,
        system_call_stub(binding, methods, _client(binding), held.headers(client)),
        upcalls.skeleton(binding, served, server),
        _middle(binding, methods, client, kernel if in_turn else None),
        own=own.skeleton(binding, client),
        got=entries.got(binding, server),
        more={
            **({_outward_header(binding): kernel} if in_turn else {}),
            **held.stubs(client),
            **held.stubs(server),
            **own.stubs(client),
            **own.stubs(server),
        },
        entries={
            "middle": len(methods) + client.got_entries,
            "skeleton": len(methods) + server.own_entries,
            "own": client.own_entries,
            "got": server.got_entries,
        },
        travels=travels(
            methods, partial(_copies, binding), block=2, is_lent=partial(_lent, binding)
        ),
    )


def _check_bytes(binding: WholeBinding) -> None:
    """What is copied has to have room on the stack of the call."""
    if binding.lends_pages or int(binding.arguments["buffer_max"]) <= copied_max:
        return
    raise Unsuitable(
        f"a buffer of more than {copied_max} bytes crosses only in pages that are mapped, and those"
        f" of domain `{binding.client.domain}` are not: they are on x86_64 alone, and where nobody"
        " calls the domain, nor passes objects to it or gets some",
        f"let the kind's first argument be at most {copied_max}, and pass more in several calls",
    )


def _lent(binding: WholeBinding, carried: Carried, parameter: Parameter) -> bool:
    """Whether whole pages of a buffer are shown where they are: if it can have one."""
    is_copied_once = _copies(binding, carried) == 1
    return binding.lends_pages and is_copied_once and _bytes_max(binding, parameter) >= page_size


def _copies(binding: WholeBinding, carried: Carried) -> int:
    """How often a buffer is copied: once, by the kernel, and again where that keeps it."""
    if carried.method.one_way:
        return 3
    return 2 if carried.has_objects or one_way.occurs(binding.methods) else 1


def _in_turn(binding: WholeBinding, methods: Sequence[Carried]) -> bool:
    """Whether the kernel does something between the system call and the upcall."""
    return one_way.occurs(binding.methods) or any(each.has_objects for each in methods)


def _ports(binding: WholeBinding) -> dict[str, str]:
    """What the kernel needs to call the server's domain."""
    return {each: binding.kernel_requires[each] for each in ("domains", "buffers", "threads")}


def _middle(
    binding: WholeBinding,
    methods: Sequence[Carried],
    client: Side,
    kernel: GeneratedClass | None,
) -> GeneratedClass:
    """What fills in the calls of the client's domain; `kernel` calls the server's with objects."""
    simple = f"{names.camel(binding.name)}Middle"
    functions: dict[str, list[str]] = {}
    values: list[str] = []
    members: list[str] = []
    if kernel:
        members.append(f"{kernel.name} outward_{{{{*domains, *buffers, *threads}}}};")
    has_queue = one_way.occurs(binding.methods)
    for number, each in enumerate(methods, start=binding.first_upcall):
        if _is_direct(each) and not has_queue:
            otherwise = upcalls.otherwise(binding, each, number, simple)
            functions[f"{each.name}_otherwise"] = otherwise
            members.append(upcalls.domain_call(binding, each, number))
        if _is_forwarded(each) and not has_queue:
            values.append(f"flat::machine::forward_call, &{each.name}_call_")
            continue
        if each.has_objects or has_queue:
            made = entries.function(
                binding, each, each.name, simple, "self.outward_.", forwards=True
            )
        else:
            made = _function(binding, each, simple, number)
        functions[each.name] = made
        values.append(f"{each.name}, this")
    passed = entries.functions_of_objects(client, simple)
    includes, queue = entries.queue((), client)
    values += [f"{each}, this" for each in passed]
    return table_class(
        f"what the kernel does for {binding.name}",
        simple,
        binding.kernel_requires,
        functions | passed,
        [
            "core/machine/payload.hpp",
            "machine/domain_call.hpp",
            "machine/user_memory.hpp",
            *entries.includes,
            *entries.object_includes(client),
            *([_outward_header(binding)] if kernel else []),
            *includes,
        ],
        [*refuse_member, *members, *queue],
        values,
    )


def _outward_header(binding: WholeBinding) -> str:
    return f"between/{binding.name}_outward.hpp"


def _is_forwarded(carried: Carried) -> bool:
    """Whether any words are arguments, so that the kernel has nothing to look at."""
    words = [""] * len(carried.given)
    return _is_direct(carried) and not any(carried.conditions(words))


def _is_direct(carried: Carried) -> bool:
    """Whether all of it is words in registers that mean the same on both sides."""
    return carried.is_plain and not carried.has_objects


def _client(binding: WholeBinding) -> SystemCall:
    """What makes the statements of the client's methods."""
    return system_call if one_way.occurs(binding.methods) else _direct_client


def _direct_client(carried: Carried, number: int) -> list[str]:
    """The statements of a method of the client; of a plain call it checks the answer itself."""
    if not _is_direct(carried):
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
    lines, words = arrived(carried)
    lines = [f"auto& self = *static_cast<{simple}*>(object);", *lines]
    used = len(carried.given) if carried.in_registers else 1
    if carried.is_plain:
        passed = ", ".join([f"self.{carried.name}_call_", *words[:used]])
        lines.append(f"return flat::machine::call_domain({passed});")
        return entry_function(carried.name, used, lines)
    given = words[: len(carried.given)]
    lines += _sizes(binding, carried, given)
    lines += upcalls.payload(carried, given, partial(_more, binding, carried))
    lines.append(upcalls.call_with_payload(binding, number))
    lines += [upcalls.unanswered(carried), *entries.gone(carried)]
    if carried.in_registers:
        lines.append("return {reply.first, reply.second};")
    else:
        lines += sent_back(carried)
    return entry_function(carried.name, used, lines)


def _more(binding: WholeBinding, carried: Carried, parameter: Parameter) -> str:
    """A buffer is a program's; perhaps pages of it are lent."""
    return ", true, true" if _lent(binding, carried, parameter) else ", true"


def _bytes_max(binding: WholeBinding, parameter: Parameter) -> int:
    return parameter.max_bytes or int(binding.arguments["buffer_max"])


def _sizes(binding: WholeBinding, carried: Carried, words: Sequence[str]) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer":
            yield f"if ({mine[1]} > {_bytes_max(binding, parameter)})"
            yield from entries.gone(carried)
