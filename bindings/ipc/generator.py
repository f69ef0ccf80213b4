# SPDX-License-Identifier: BSD-2-Clause
"""A stub that sends messages, and a skeleton that checks what comes and calls the server.

Each method has two entries of the table of the server's domain: the even one is called with words,
the odd one with a payload that has come in parts. The one that a method does not use is empty.
A payload is a block of the method's words, then its buffers, those that the server writes first;
the results come back in the place of the arguments, and with them the buffers that were written.
Methods that pass objects are those of `remote` (flatland.idl.far), to a partner that is a task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flatland.idl import far, names, objects, upcalls
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.crossing import (
    Carried,
    buffer_name,
    crossing_bridge,
    entry_function,
    failure_word,
    table_class,
)
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import GeneratedClass, header_of
from flatland.idl.travels import all_alike
from flatland.model.resolved import kernel_domain


def bridge(binding: WholeBinding) -> Bridge:
    """Two entries of the upcalls of the server's domain for each method."""
    domains = (binding.client.domain, binding.server.domain)
    if kernel_domain in domains or domains[0] == domains[1]:
        raise Unsuitable(
            "it calls from one domain beside the kernel's into another",
            "move the instance that is in the kernel into a domain",
        )
    objects.check_interfaces(binding)
    if binding.arguments["attended"] and not objects.flows(binding, both_ways=True)[1]:
        raise Unsuitable(
            "its client passes no objects that a second thread could be called for",
            "leave `attended` out",
        )
    methods = far.carried(binding)
    bodies = [(each.method, _client(binding, each, place)) for place, each in enumerate(methods)]
    includes = ["bindings/ipc/call.hpp", *_includes_of_objects(binding)]
    if any(not each.is_plain for each in methods):
        includes.append("bindings/ipc/call_in_parts.hpp")
    members = _members_of_objects(binding, str(binding.server_image), calls=True)
    stub = stub_class(binding, {}, bodies, members, includes=includes)
    skeleton = _skeleton(binding, methods)
    made = crossing_bridge(
        binding,
        stub,
        skeleton,
        entries={"skeleton": 2 * len(methods)},
        travels=all_alike(
            methods, lambda each: "in registers" if _is_plain(each) else "in messages"
        ),
    )
    return replace(made, client_serves=far.client_gives(binding))


def _is_plain(carried: Carried) -> bool:
    """Whether a method is called by its even entry."""
    return carried.is_plain and not carried.has_objects


def _includes_of_objects(binding: WholeBinding) -> list[str]:
    if not far.passes_objects(binding):
        return []
    return ["bindings/ipc/partner.hpp", *far.includes, *map(header_of, far.interfaces(binding))]


def _members_of_objects(binding: WholeBinding, place: str, *, calls: bool) -> list[str]:
    """The other domain, and the classes of what is passed, of the side that calls or is called."""
    if not far.passes_objects(binding):
        return []
    attended = calls and binding.arguments["attended"]
    values = f"{place}, {binding.arguments['limit_ms']}, {'true' if attended else 'false'}"
    return [
        *far.classes(binding, calls=calls),
        "",
        f"[[no_unique_address]] flat::bindings::ipc::Passing passing_{{{values}}};",
    ]


def _client(binding: WholeBinding, carried: Carried, place: int) -> list[str]:
    """The statements of the client's method."""
    time = f"flat::bindings::ipc::timeouts({binding.arguments['limit_ms']})"
    entry = binding.first_upcall + 2 * place
    if carried.has_objects:
        called = f"flat::bindings::ipc::called_at({binding.server_image})"
        start = f"flat::remote::Partner& partner = {called};"
        return [start, *far.calling(carried, "flat::bindings::ipc::by_entry", entry + 1)]
    nobody = "return;" if carried.method.one_way else carried.fail(carried.unreachable())
    gone = f"    {nobody}"
    if carried.is_plain:
        given = ", ".join([str(binding.server_image), str(entry), time, *carried.given])
        if carried.method.one_way:
            return [f"flat::bindings::ipc::send({given});"]
        return [
            f"flat::Answer const answer = flat::bindings::ipc::call({given});",
            f"if (!({upcalls.is_plain_answer(carried)}))",
            gone,
            *carried.answer(["answer.first", "answer.second"]),
        ]
    words = [f"words[{number}]" for number in range(carried.block)]
    written = [each for each in carried.buffers if each.direction != "In"]
    read = [each for each in carried.buffers if each.direction == "In"]
    server = f"flat::domain::thread_of({binding.server_image})"
    whole = f"flat::bindings::ipc::CallInParts call({server}, {entry + 1}, {time});"
    return [
        f"flat::u64 words[{carried.block}]{{{', '.join(carried.given)}}};",
        "flat::Span<flat::u64> const block(words);",
        whole,
        "call.put(flat::bytes_of(block));",
        *(f"call.put({names.given(each.name)});" for each in (*written, *read)),
        "call.finish();",
        "call.take(flat::writable_bytes_of(block));",
        f"if (!call.is_sound() || !({carried.is_answer(words)}))",
        gone,
        *(f"call.take({names.given(each.name)});" for each in written),
        *(["if (!call.is_sound())", gone] if written else []),
        *carried.answer(words),
    ]


def _skeleton(binding: WholeBinding, methods: Sequence[Carried]) -> GeneratedClass:
    """The class in the server's domain; it trusts nothing but the sender's identity."""
    simple = f"{names.camel(binding.name)}Skeleton"
    functions: dict[str, list[str]] = {}
    entries: list[str] = []
    for each in methods:
        functions |= _functions(binding, each, simple)
        pair = [f"{each.name}, this", "nullptr, nullptr"]
        entries += pair if _is_plain(each) else reversed(pair)
    client = f"flat_upcall_callers[{binding.first_upcall}]"
    return table_class(
        f"the {binding.kind} skeleton of {binding.name}",
        simple,
        {"beneath": binding.interface.full_name},
        functions,
        [
            "bindings/ipc/call.hpp",
            "bindings/remote/payload_places.hpp",
            *_includes_of_objects(binding),
        ],
        _members_of_objects(binding, client, calls=False),
        entries,
    )


def _functions(binding: WholeBinding, carried: Carried, simple: str) -> dict[str, list[str]]:
    """What carries out a method: the function of its entry, and perhaps what that calls."""
    if not carried.has_objects:
        made = _plain(carried, simple) if carried.is_plain else _in_parts(binding, carried, simple)
        return {carried.name: made}
    answer = f"answer_{carried.name}"
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        "flat::Span<flat::u8> const request(flat::pointer_to<flat::u8>(w0), w1);",
        "flat::remote::Partner& partner = flat::bindings::ipc::partner_in(w2);",
        f"return flat::bindings::ipc::answered(self.{answer}(partner, request, request));",
    ]
    return {
        answer: list(far.answering(carried, int(binding.arguments["buffer_max"]))),
        carried.name: entry_function(carried.name, 3, lines),
    }


def _plain(carried: Carried, simple: str) -> list[str]:
    words = [f"w{place}" for place in range(len(carried.given))]
    lines = [f"auto& self = *static_cast<{simple}*>(object);"]
    conditions = [condition for _, condition in carried.conditions(words)]
    if conditions:
        refused = "return {flat::bindings::ipc::no_answer};"
        lines.append(f"if (!({' && '.join(conditions)})) {refused}")
    lines.append(carried.call(words))
    if carried.method.throws:
        lines.append(f"if (outcome.is_error()) return {{{failure_word}}};")
    lines.append(f"return {{{', '.join(carried.returned())}}};")
    return entry_function(carried.name, len(words), lines)


def _in_parts(binding: WholeBinding, carried: Carried, simple: str) -> list[str]:
    """The function of a method's odd entry: gets a payload and its size, returns whether it is one,
    and how many bytes of it come back.
    """
    words = [f"words[{place}]" for place in range(carried.block)]
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        f"if (w1 < {carried.block} * sizeof(flat::u64)) return {{}};",
        "auto* const words = flat::pointer_to<flat::u64>(w0);",
        *(f"if (!({condition})) return {{}};" for _, condition in carried.conditions(words)),
        *_sizes(binding, carried, words),
        f"flat::bindings::remote::PayloadPlaces places({carried.block});",
        *_spans(carried, words, written=True),
        "flat::u64 const answered = places.end();",
        *_spans(carried, words, written=False),
        "if (places.end() != w1) return {};",
        carried.call(words),
        *carried.stored(),
        "return {1, answered};",
    ]
    return entry_function(carried.name, 2, lines)


def _sizes(binding: WholeBinding, carried: Carried, words: Sequence[str]) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer":
            most = parameter.max_bytes or binding.arguments["buffer_max"]
            yield f"if ({mine[1]} > {most}) return {{}};"


def _spans(carried: Carried, words: Sequence[str], *, written: bool) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer" and (parameter.direction != "In") == written:
            start = f"flat::pointer_to<flat::u8>(w0 + places.next({mine[1]}))"
            yield f"flat::Span<flat::u8> const {buffer_name(parameter)}({start}, {mine[1]});"
