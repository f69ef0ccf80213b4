# SPDX-License-Identifier: BSD-2-Clause
"""The kernel's side of a domain's calls: functions that check what comes and call the server.

Buffers are copied in and out, objects are looked up or get a stub for as long as they are there
(bindings/syscall/objects.hpp).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flatland.idl import failures, names, one_way
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import (
    Carried,
    argument_registers,
    arrived,
    buffer_name,
    entry_function,
    failure_word,
    object_name,
    refusal,
    refuse_member,
    sent_back,
    table_class,
)
from flatland.idl.generated_class import GeneratedClass, header_of, scope
from flatland.idl.objects import Passed, Side

includes = (
    "bindings/syscall/buffer.hpp",
    "core/text.hpp",
    "machine/interrupts.hpp",
)
"""What the class of such functions needs; `object_includes` are those of objects."""
_objects = "flat::bindings::syscall"


def object_includes(side: Side) -> list[str]:
    """What is needed besides, where objects pass between the kernel and a domain."""
    passed = [*side.got, *side.own]
    used = [header_of(each.binding.interface.full_name) for each in passed]
    return (
        ["bindings/syscall/objects.hpp", *used, *(each.header for each in side.own)]
        if passed
        else []
    )


def functions_of_objects(side: Side, simple: str) -> dict[str, list[str]]:
    """The functions for the methods of objects that a domain gets, in the order of its entries."""
    made: dict[str, list[str]] = {}
    for passed in side.got:
        for each in passed.methods:
            name = f"{passed.entry_prefix}_{each.name}"
            made[name] = _of_object(passed, each, name, simple)
        if passed.narrowed:
            name = f"{passed.entry_prefix}_narrow"
            made[name] = _narrow(passed, name, simple)
    return made


def _of_object(passed: Passed, carried: Carried, name: str, simple: str) -> list[str]:
    """The function of a method of an object: the quick way, where words are all that passes."""
    is_quick = carried.is_plain and not carried.has_objects and not carried.method.one_way
    if not is_quick or passed.is_release(carried.method) or one_way.occurs(passed.binding.methods):
        return function(passed.binding, carried, name, simple, passed=passed)
    otherwise = function(passed.binding, carried, f"{name}_otherwise", simple, passed=passed)
    words = [f"w{place}" for place in range(len(carried.given))]
    others = [*words, *["0"] * (argument_registers - len(words))]
    interface = scope(passed.binding.interface.full_name)
    checked = " && ".join(["target.is_there()", *(each for _, each in carried.conditions(words))])
    lines = [
        f"{_objects}::Entered<{interface}> const target(w0);",
        f"if (!({checked})) return {name}_otherwise(object, {', '.join(others)});",
        "flat::machine::enable_interrupts();",
        carried.call(words),
        *_return(carried),
    ]
    otherwise[0] = f"[[gnu::cold, gnu::noinline]] {otherwise[0]}"
    return [*otherwise, "", *entry_function(name, len(words), lines)]


def _narrow(passed: Passed, name: str, simple: str) -> list[str]:
    """The function that tells whether a resource has the interface with a number of the list."""
    interface = scope(passed.binding.interface.full_name)
    listed = ", ".join(f"{scope(each)}::interface_id" for each in passed.narrowed)
    what = passed.binding.interface.full_name
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        "flat::machine::enable_interrupts();",
        f"static constexpr flat::InterfaceId types[] = {{{listed}}};",
        f"if (w1 >= {len(passed.narrowed)})",
        f'    return self.refuse("narrows to an interface that is not listed: {what}");',
        "auto* const guest = self.user_mode->current();",
        f"{_objects}::Target<{interface}> const target(guest, w0);",
        "if (!target.is_there())",
        f'    return self.refuse("narrows an object that it does not hold: {what}");',
        "return {target.narrows_to(types[w1]) ? w0 : 0};",
    ]
    return entry_function(name, 2, lines)


def queue(methods: Sequence[Carried], side: Side) -> tuple[list[str], list[str]]:
    """What is included, and the member, where calls are kept that nobody waits for."""
    called = [*methods, *(each for passed in side.got for each in passed.methods)]
    if not one_way.occurs(each.method for each in called):
        return [], []
    return [one_way.include], [one_way.member]


def got(binding: WholeBinding, side: Side) -> GeneratedClass | None:
    """The class in the kernel for what a server's domain calls, if it gets any objects."""
    if not side.got:
        return None
    simple = f"{names.camel(binding.name)}Got"
    more, members = queue((), side)
    return table_class(
        f"what the server of {binding.name} calls of the objects that it gets",
        simple,
        binding.kernel_requires,
        functions_of_objects(side, simple),
        [*includes, *object_includes(side), *more],
        [*refuse_member, *members],
    )


def function(
    binding: WholeBinding,
    carried: Carried,
    name: str,
    simple: str,
    server: str = "self.beneath->",
    passed: Passed | None = None,
    forwards: bool = False,
) -> list[str]:
    """The function of an entry, in class `simple`; `passed` is the object's whose method it is.

    What it `forwards` to has a queue for calls that nobody waits for; else the class has. There,
    what is wrong with a buffer is an error of the call.
    """
    lines, words = arrived(carried)
    start = f"auto& self = *static_cast<{simple}*>(object);"
    refused = failed if forwards else _refused
    settles = one_way.occurs(binding.methods) and not carried.method.one_way and not forwards
    lines = [
        start,
        *lines,
        *(["self.queue_.settle();"] if settles else []),
        *(["auto* const guest = self.user_mode->current();"] if _needs_guest(carried) else []),
        *(_target(binding, carried, words) if passed else []),
        *_buffers(binding, carried, words, refused),
        *_objects_of(carried, words),
    ]
    if passed and passed.is_release(carried.method):
        lines += ["if (!target.release())", refusal(carried, "releases what it is lent")]
        lines.append("return {};")
    elif carried.method.one_way and not forwards:
        made, lines_later = _posted(binding, carried, name, words, server, start)
        lines += [*made, *sent_back(carried)]
        used = len(carried.given) if carried.in_registers else 1
        return [*lines_later, "", *entry_function(name, used, lines)]
    else:
        lines += [carried.call(words, server), *_given(carried), *_give_back(carried, refused)]
        lines += _return(carried)
    used = len(carried.given) if carried.in_registers else 1
    return entry_function(name, used, lines)


def _posted(
    binding: WholeBinding,
    carried: Carried,
    name: str,
    words: Sequence[str],
    server: str,
    start: str,
) -> tuple[list[str], list[str]]:
    """The statements that keep a call, and the function that makes it."""
    values = one_way.arrived(carried, words)
    call = [carried.call(one_way.words(carried), server), "return true;"]
    post = f"self.queue_.post({name}_later, &self, "
    if not carried.is_held:
        return one_way.posted(carried, values, post), one_way.later(carried, name, start, call)
    kept = f"{_objects}::Kept<{scope(binding.interface.full_name)}>"
    before = [f"target.keep(kept[{len(values)}], kept[0]);"]
    dropped = [f"{kept}(kept[{len(values)}], kept[0]);"]
    target = f"{kept} const target(words[{len(values)}], words[0]);"
    return (
        one_way.posted(carried, values, post, before, dropped),
        one_way.later(carried, name, target, call),
    )


def _needs_guest(carried: Carried) -> bool:
    return carried.is_held or carried.has_objects


def _target(binding: WholeBinding, carried: Carried, words: Sequence[str]) -> Iterator[str]:
    """Finds the object that the first word means."""
    interface = scope(binding.interface.full_name)
    constant = "" if carried.method.one_way else " const"
    yield f"{_objects}::Target<{interface}>{constant} target(guest, {words[0]});"
    yield "if (!target.is_there())"
    yield refusal(carried, "calls an object that it does not hold")


_Refused = Callable[[Carried, str], list[str]]
"""What makes the statements that end a call by which something is wrong."""


def _refused(carried: Carried, why: str) -> list[str]:
    return [refusal(carried, why)]


def _buffers(
    binding: WholeBinding, carried: Carried, words: Sequence[str], refused: _Refused
) -> Iterator[str]:
    for parameter, mine in carried.split(words):
        if parameter.type.kind != "buffer":
            continue
        span = buffer_name(parameter)
        most = parameter.max_bytes or binding.arguments.get("buffer_max", 65536)
        values = f"*self.buffers, {mine[0]}, {mine[1]}, {most}"
        yield f"{_objects}::Buffer const {span}_copy({values});"
        yield f"if (!{span}_copy.is_sound())"
        why = f"passes a `{parameter.name}` that it has not, or that is too large"
        yield from refused(carried, why)
        yield f"flat::Span<flat::u8> const {span} = {span}_copy.span();"


def _objects_of(carried: Carried, words: Sequence[str]) -> list[str]:
    """Makes pointers of the words of objects; what is handed over is taken when all are there."""
    made, checked, taken = [], [], []
    for parameter, mine in carried.split(words):
        if parameter.type.kind != "interface":
            continue
        name = object_name(parameter)
        stubs = ", ".join(carried.own_stubs(parameter.type))
        kind = f"Received<{stubs}>" if parameter.held else f"Borrowed<{stubs}> const"
        values = ", ".join([mine[0], "*self.buffers", *mine[1:]])
        made.append(f"{_objects}::{kind} {name}_passed(guest, {values});")
        present = f"{mine[0]} != 0 && " if parameter.type.nullable else ""
        checked.append(f"if ({present}!{name}_passed.object())")
        checked += failed(carried, f"passes an invalid `{parameter.name}`, or one too many")
        value = f"{name}_passed.{'pass_on' if parameter.held else 'object'}()"
        taken.append(f"auto* const {name} = {value};")
    return [*made, *checked, *taken]


def failed(carried: Carried, why: str) -> list[str]:
    """Statements that end a call: by the error that its server is unreachable, if it can say so,
    else its caller is at fault.
    """
    if not carried.method.throws or "UNREACHABLE" not in failures.codes(
        carried.library, carried.method
    ):
        return [refusal(carried, why)]
    return gone(carried)


def gone(carried: Carried) -> list[str]:
    """Statements that answer that the server is unreachable."""
    word = carried.unreachable()
    if carried.in_registers:
        return [f"    return {{{word}}};"]
    return ["{", f"    words[0] = {word};", *sent_back(carried), "}"]


def _give_back(carried: Carried, refused: _Refused) -> Iterator[str]:
    for each in carried.buffers:
        if each.direction != "In":
            yield f"if (!{buffer_name(each)}_copy.give_back())"
            yield from refused(carried, f"cannot write its `{each.name}`")


def _given(carried: Carried) -> Iterator[str]:
    """Makes an object that is the result one that the caller holds, once it arrives."""
    if not carried.gives_object:
        return
    interface = scope(carried.method.result.full_name)
    object = carried.outcome_object()
    if carried.method.throws:
        object = f"outcome.is_ok() ? {object} : nullptr"
    narrowed = ""
    if carried.is_narrowed(carried.method.result):
        yield listed_types(carried, "outcome_types")
        narrowed = ", outcome_types"
    yield f"{_objects}::Given<{interface}> outcome_given(guest, {object}{narrowed});"
    yield "if (!outcome_given.is_there())"
    yield from failed(carried, "holds too many objects")
    yield "flat::u64 const handle = outcome_given.word();"


def listed_types(carried: Carried, name: str) -> str:
    """The statement that lists as what a domain may call an object beside what it got it as."""
    types = [f"{scope(each)}::interface_id" for each in carried.narrowed_to]
    ended = ", ".join([*types, "flat::machine::Handles::no_more"])
    return f"static constexpr flat::InterfaceId {name}[] = {{{ended}}};"


def _return(carried: Carried) -> list[str]:
    arrives = ["outcome_given.arrive();"] if carried.gives_object else []
    if not carried.in_registers:
        return [*arrives, *carried.stored(), *sent_back(carried)]
    failed_line = (
        [f"if (outcome.is_error()) return {{{failure_word}}};"] if carried.method.throws else []
    )
    return [*arrives, *failed_line, f"return {{{', '.join(carried.returned())}}};"]
