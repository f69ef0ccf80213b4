# SPDX-License-Identifier: BSD-2-Clause
"""What the kernel calls in another domain: the skeleton there, and how more than words travels.

Where registers suffice, the words are in registers on both sides, a buffer's two among them. Else
they are in a block, which begins with the arguments and gets the results in their place. Buffers
and the block are a payload (core/machine/payload.hpp) on the stack of the domain that is called;
words say where they are. Objects become words in the kernel before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flatland.idl import held, names
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import (
    Carried,
    buffer_name,
    entry_function,
    failure_word,
    table_class,
)
from flatland.idl.generated_class import GeneratedClass, scope
from flatland.idl.model import Parameter
from flatland.idl.objects import Passed, Side


def is_plain_answer(carried: Carried) -> str:
    """Whether a plain call has an answer, and it is one; no code is as large as `no_answer`."""
    return carried.is_answer(["answer.first", "answer.second"])


def domain_call(binding: WholeBinding, carried: Carried, number: int) -> str:
    """The member of a class in the kernel by which a plain call goes the fast way."""
    values = f"domains->program({image(binding)}), {number}, {carried.name}_otherwise, this"
    return f"flat::machine::DomainCall {carried.name}_call_{{{values}, {limit_ms(binding)}}};"


def otherwise(binding: WholeBinding, carried: Carried, number: int, simple: str) -> list[str]:
    """The static function for a plain call where nobody is ready."""
    words = [f"w{place}" for place in range(len(carried.given))]
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        call(binding, number, words),
        "if (!reply.is_reached) return {flat::machine::no_answer};",
        "return {reply.first, reply.second};",
    ]
    return entry_function(f"{carried.name}_otherwise", len(words), lines)


def unanswered(carried: Carried) -> str:
    """Whether a call has no answer, or none that is one."""
    return f"if (!reply.is_reached || !({carried.is_answer(answer_words(carried))}))"


def skeleton(binding: WholeBinding, methods: Sequence[Carried], side: Side) -> GeneratedClass:
    """The class in the server's domain; it believes what the kernel says."""
    simple = f"{names.camel(binding.name)}Skeleton"
    return table_class(
        f"the {binding.kind} skeleton of {binding.name}",
        simple,
        {"beneath": binding.interface.full_name},
        {each.name: function(each, each.name, simple) for each in methods}
        | functions_of_objects(side),
        [*skeleton_includes, *held.headers(side)],
    )


skeleton_includes = ("core/calls/handle.hpp",)


def functions_of_objects(side: Side) -> dict[str, list[str]]:
    """The functions for the methods of a domain's own objects, in the order of their entries."""
    return {
        f"{passed.entry_prefix}_{each.name}": function(
            each, f"{passed.entry_prefix}_{each.name}", "", passed
        )
        for passed in side.own
        for each in passed.methods
    }


def function(carried: Carried, name: str, simple: str, passed: Passed | None = None) -> list[str]:
    """A function of the server's domain, in class `simple` or of an object."""
    words = [f"w{place}" for place in range(len(carried.given))]
    lines = []
    if not carried.in_registers:
        words = [f"words[{place}]" for place in range(carried.block)]
        lines.append("auto* const words = flat::pointer_to<flat::u64>(w0);")
    if passed:
        interface = scope(passed.binding.interface.full_name)
        lines.append(f"auto* const target = flat::pointer_to<{interface}>({words[0]});")
    else:
        lines.append(f"auto& self = *static_cast<{simple}*>(object);")
    for parameter, mine in _buffers(carried, words):
        span = f"flat::pointer_to<flat::u8>({mine[0]}), {mine[1]}"
        lines.append(f"flat::Span<flat::u8> const {buffer_name(parameter)}({span});")
    lines += [*carried.objects_of_words(words), carried.call(words), *carried.result_words()]
    if not carried.in_registers:
        return entry_function(name, 1, [*lines, *carried.stored(), "return {};"], not passed)
    if carried.method.throws:
        lines.append(f"if (outcome.is_error()) return {{{failure_word}}};")
    lines.append(f"return {{{', '.join(carried.returned())}}};")
    return entry_function(name, len(words), lines, not passed)


def call(binding: WholeBinding, number: int, words: Sequence[str]) -> str:
    """The statement in the kernel that makes `reply` what the server's domain answers."""
    return reply(_start(binding), number, words, f", {limit_ms(binding)}")


def call_with_payload(binding: WholeBinding, number: int) -> str:
    """The same with a payload."""
    return reply_with_payload(_start(binding), number, f", {limit_ms(binding)}")


def _start(binding: WholeBinding) -> str:
    return f"self.domains->call({image(binding)}, "


def reply(start: str, number: int, words: Sequence[str], limit: str = "") -> str:
    """The statement of any call that begins so."""
    given = f"{{{', '.join([*words, *['0'] * (5 - len(words))])}}}"
    return f"auto const reply = {start}{number}, {given}, 0{limit});"


def reply_with_payload(start: str, number: int, limit: str = "") -> str:
    """The same with a payload."""
    return f"auto const reply = {start}{number}, sent_words, flat::address_of(&payload){limit});"


def limit_ms(binding: WholeBinding) -> int:
    """How long a call may take."""
    return int(binding.arguments["limit_ms"])


def image(binding: WholeBinding) -> int:
    """The place of the server's image among those of domains: the kernel's own is none."""
    return binding.server_image - 1


def answer_words(carried: Carried) -> list[str]:
    """What the words of the answer are called where a call has been made that is not plain."""
    if carried.in_registers:
        return ["reply.first", "reply.second"]
    return [f"words[{place}]" for place in range(carried.block)]


def payload(
    carried: Carried, words: Sequence[str], more: Callable[[Parameter], str] = lambda _: ""
) -> Iterator[str]:
    """Statements in the kernel that make `sent_words` and `payload` of a call which is not plain.

    `words` are those that it is given, `more` says what else is said of a buffer's part.
    """
    places = [f"&sent_words.{each}" for each in "abcde"]
    if not carried.in_registers:
        places = [f"&{each}" for each in answer_words(carried)]
    sent = [*words, *["0"] * (5 - len(words))] if carried.in_registers else []
    yield f"flat::hal::UserMode::Words sent_words{{{', '.join(sent)}}};"
    yield "flat::machine::PayloadPart const parts[]{"
    for (each, mine), (_, place) in zip(
        _buffers(carried, words), _buffers(carried, places), strict=True
    ):
        comes_back = "false" if each.direction == "In" else "true"
        yield f"    {{{mine[0]}, {mine[1]}, {place[0]}, {comes_back}{more(each)}}},"
    if not carried.in_registers:
        yield "    {flat::address_of(words), sizeof words, &sent_words.a, true},"
    yield "};"
    yield "flat::machine::Payload const payload(parts);"


def _buffers(carried: Carried, words: Sequence[str]) -> Iterator[tuple[Parameter, Sequence[str]]]:
    return (each for each in carried.split(words) if each[0].type.kind == "buffer")
