# SPDX-License-Identifier: BSD-2-Clause
"""The statements in the kernel that call a domain: what a stub for something there does.

The domain is that of a binding's server, or that of an object which a domain has passed
(core/machine/exports.hpp).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flatland.idl import entries, names, objects, one_way, upcalls
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import (
    Carried,
    object_word,
    pointer_to,
    received_function,
)
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import GeneratedClass, header_of, scope
from flatland.idl.model import Method
from flatland.idl.objects import Side

_objects = "flat::bindings::syscall"


def stub(
    binding: WholeBinding,
    methods: Sequence[Carried],
    side: Side,
    name: str,
    requires: Mapping[str, str],
) -> GeneratedClass:
    """The class in the kernel that calls a binding's server in a domain beside it."""
    numbered = list(enumerate(methods, start=binding.first_upcall))
    has_queue = one_way.occurs(binding.methods)
    bodies: list[tuple[Method, list[str]]] = []
    members: list[str] = []
    for number, each in numbered:
        objects.check_result(each)
        statements = of_binding(binding, each, number)
        if each.method.one_way:
            members += one_way_members(each, f"static_cast<{name}*>(object)", statements)
            post = f"queue_.post({each.name}_later, this, "
            statements = one_way.posted(each, one_way.given(each), post)
        elif has_queue:
            statements = ["queue_.settle();", *statements]
        bodies.append((each.method, statements))
        if each.is_plain and not each.has_objects and not each.method.one_way:
            members += upcalls.otherwise(binding, each, number, name)
            members += [upcalls.domain_call(binding, each, number), ""]
    includes = [
        "core/machine/payload.hpp",
        "core/calls/domain_calls.hpp",
        "machine/domain_call.hpp",
    ]
    passed = [*side.got, *side.own]
    if passed:
        includes += ["bindings/syscall/objects.hpp", "bindings/upcall/visit.hpp"]
        includes += [header_of(each.binding.interface.full_name) for each in passed]
        includes += [each.header for each in side.own]
    if has_queue:
        includes.append(one_way.include)
        members.append(one_way.member)
    made = stub_class(binding, requires, bodies, members, includes)
    return replace(made, name=name)


def one_way_members(carried: Carried, stub: str, statements: Sequence[str]) -> list[str]:
    """The members of a stub for a method that does not wait: what makes the call, and when."""
    passed = carried.passed(one_way.words(carried))
    call = [f"return {stub}->{carried.name}_now_({passed});"]
    return [
        *one_way.now(carried, statements),
        "",
        *one_way.later(carried, carried.name, "", call),
        "",
    ]


def interfaces(methods: Sequence[Carried]) -> list[str]:
    """Those of the objects that methods pass, which the statements name."""
    types = [each.type for carried in methods for each in carried.objects]
    types += [each.method.result for each in methods if each.gives_object]
    return sorted({each.full_name for each in types})


def of_binding(binding: WholeBinding, carried: Carried, number: int) -> list[str]:
    """The statements of a method of a binding's server."""
    image = upcalls.image(binding)
    if carried.has_objects:
        return _with_objects(carried, number, f"self.domains->reach({image})")
    if carried.is_plain and carried.method.one_way:
        return _plain(
            carried, upcalls.call(binding, number, carried.given), ["auto& self = *this;"]
        )
    if carried.is_plain:
        given = ", ".join([f"{carried.name}_call_", *carried.given])
        return [
            f"flat::Answer const answer = flat::machine::call_domain({given});",
            f"if (!({upcalls.is_plain_answer(carried)}))",
            *_gone(carried),
            *carried.answer(["answer.first", "answer.second"]),
        ]
    limit = upcalls.limit_ms(binding)
    start = f"self.domains->call({image}, "
    return ["auto& self = *this;", *_with_payload(carried, number, start, f", {limit}")]


def of_object(carried: Carried, number: int) -> list[str]:
    """The statements of a method of an object that is a domain's own."""
    if carried.has_objects:
        return _with_objects(carried, number, "self.entry->reach()")
    if not carried.is_plain:
        return [*_self, *_with_payload(carried, number, "self.entry->call(")]
    return _plain(carried, upcalls.reply("self.entry->call(", number, carried.given), _self)


_self = (
    "auto& self = *this;",
    "flat::u64 const word_ = self.entry->word();",
)


def _plain(carried: Carried, call: str, start: Sequence[str]) -> list[str]:
    words = ["reply.first", "reply.second"]
    lines = [*start, call, upcalls.unanswered(carried), *_gone(carried)]
    return [*lines, *_answer(carried, words)]


def _answer(carried: Carried, words: Sequence[str]) -> list[str]:
    """What the method returns; one that does not wait returns whether somebody was reached."""
    return ["return true;"] if carried.method.one_way else carried.answer(words)


def _gone(carried: Carried) -> list[str]:
    if carried.method.one_way:
        return ["    return false;"]
    return [f"    {carried.fail(carried.unreachable())}"]


def _with_payload(carried: Carried, number: int, start: str, limit: str = "") -> list[str]:
    """With buffers, or more words than registers carry."""
    words = upcalls.answer_words(carried)
    return [*_sent(carried, number, start, limit), *_answer(carried, words)]


def _sent(carried: Carried, number: int, start: str, limit: str = "") -> Iterator[str]:
    """The call with a payload, and what comes back of it."""
    if not carried.in_registers:
        yield f"flat::u64 words[{carried.block}]{{{', '.join(carried.given)}}};"
    yield from upcalls.payload(carried, carried.given)
    yield upcalls.reply_with_payload(start, number, limit)
    yield from _arrived(carried)
    yield upcalls.unanswered(carried)
    yield from _gone(carried)


def _with_objects(carried: Carried, number: int, reach: str) -> list[str]:
    """With objects: the domain stays until what it is lent has been taken back."""
    lines = ["auto& self = *this;"]
    if carried.is_held:
        lines.append("flat::u64 const word_ = self.entry->word();")
    lines += [f"flat::bindings::upcall::Visit const visit({reach});", *_passed(carried)]
    if carried.is_plain:
        words = ["reply.first", "reply.second"]
        lines.append(upcalls.reply("visit.guest()->call(", number, carried.given))
        lines += [*_arrived(carried), upcalls.unanswered(carried), *_gone(carried)]
    else:
        words = upcalls.answer_words(carried)
        lines += _sent(carried, number, "visit.guest()->call(")
    if not carried.gives_object:
        return [*lines, *_answer(carried, words)]
    return [*lines, *_result(carried, words)]


def _passed(carried: Carried) -> Iterator[str]:
    """The words of objects; where one has no room, nothing is called."""
    missing = ["!visit.guest()"]
    for each in carried.objects:
        interface = scope(each.type.full_name)
        kind = f"Given<{interface}>" if each.held else f"Lent<{interface}> const"
        name = f"{names.words(each.name)}_passed"
        values = f"visit.guest(), {pointer_to(each)}"
        if carried.is_narrowed(each.type):
            yield entries.listed_types(carried, f"{name}_types")
            values += f", {name}_types"
        yield f"{_objects}::{kind} {name}({values});"
        missing.append(f"!{name}.is_there()")
    yield f"if ({' || '.join(missing)})"
    yield from _gone(carried)
    for each in carried.objects:
        name = f"{names.words(each.name)}_passed"
        yield f"flat::u64 const {object_word(each)} = {name}.word();"


def _arrived(carried: Carried) -> Iterator[str]:
    """What is held is the domain's as soon as that has been called."""
    for each in carried.objects:
        if each.held:
            yield f"if (reply.is_reached) {names.words(each.name)}_passed.arrive();"


def _result(carried: Carried, words: Sequence[str]) -> Iterator[str]:
    """The object that is the result."""
    yield f"if ({words[0]} != 0) {carried.fail(words[0])}"
    result = carried.method.result
    if carried.is_narrowed(result):
        make = f"{_objects}::Received<{', '.join(carried.own_stubs(result))}>"
        values = f"visit.guest(), {words[1]}, *self.buffers, {words[2]}, {words[3]}"
        yield f"auto* const result = {make}({values}).pass_on();"
    else:
        make = received_function(carried.prefix, result.full_name)
        yield f"auto* const result = {make}(visit.guest(), {words[1]}, *self.buffers);"
    present = f"{words[1]} != 0 && " if carried.method.result.nullable else ""
    yield f"if ({present}!result)"
    yield from _gone(carried)
    yield "return result;"
