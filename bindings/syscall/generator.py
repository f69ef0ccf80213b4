# SPDX-License-Identifier: BSD-2-Clause
"""A stub that traps into the kernel, and a skeleton that checks what comes and calls the server.

Arguments and results are words: in registers where they fit, else in a block on the caller's stack,
which begins with the arguments and gets the results in their place. A buffer is two words, its
address and its size.
"""

from __future__ import annotations

from collections.abc import Iterator

from flatland.idl import names
from flatland.idl.bridge import Bridge, Piece, Unsuitable, WholeBinding
from flatland.idl.forwarding import Derived, camel, header_of, method_definition, scope
from flatland.idl.model import Method, Parameter
from flatland.idl.words import Words

argument_registers = 5
result_registers = 2


def bridge(binding: WholeBinding) -> Bridge:
    """One entry of the table of calls of the client's domain for each method."""
    if binding.client.domain == binding.server.domain:
        raise Unsuitable("both ends are in the kernel", "drop the kind")
    words = Words(binding.library)
    calls = [
        _Call(binding, words, method, binding.first_call + place)
        for place, method in enumerate(binding.methods)
    ]
    stub_header = f"between/{binding.name}.hpp"
    derived = Derived(binding, {}, (), ["domain/system_call.hpp"])
    stub = derived.text([method_definition(each.method, each.stub()) for each in calls])
    simple = f"{camel(binding.name)}Skeleton"
    skeleton_header = f"between/{binding.name}_skeleton.hpp"
    return Bridge(
        {stub_header: stub, skeleton_header: _skeleton(binding, simple, calls)},
        stub=Piece(derived.class_name, stub_header, beneath=""),
        skeleton=Piece(f"flat::bindings::{simple}", skeleton_header),
    )


class _Call:
    """One method on both sides of the boundary."""

    def __init__(self, binding: WholeBinding, words: Words, method: Method, number: int) -> None:
        self.method = method
        self.name = names.member(method.name)
        self._binding = binding
        self._words = words
        self._number = number
        self._refuse_what_cannot_cross()
        given = [word for each in method.parameters for word in self._given(each)]
        self._arguments = len(given)
        value = words.encode(method.result, "value")
        self._values = len(value)
        self._results = self._values + (1 if method.throws else 0)
        self._in_registers = (
            self._arguments <= argument_registers and self._results <= result_registers
        )

    def stub(self) -> list[str]:
        """The statements of the client's side."""
        given = [word for each in self.method.parameters for word in self._given(each)]
        if self._in_registers:
            arguments = ", ".join([str(self._number), *given])
            call = f"flat::domain::system_call({arguments})"
            if self._results == 0:
                return [f"{call};"]
            answer = self._answer(["answer.first", "answer.second"])
            return [f"flat::Answer const answer = {call};", *answer]
        size = max(self._arguments, self._results)
        block = f"flat::u64 words[{size}]{{{', '.join(given)}}};"
        call = f"flat::domain::system_call({self._number}, flat::address_of(words));"
        return [block, call, *self._answer([f"words[{place}]" for place in range(self._results)])]

    def skeleton(self) -> list[str]:
        """The function of the table's entry."""
        first = [f"w{place}" for place in range(argument_registers)]
        lines = [
            f"auto& self = *static_cast<{camel(self._binding.name)}Skeleton*>(object);",
        ]
        given = first
        if not self._in_registers:
            size = max(self._arguments, self._results)
            given = [f"words[{place}]" for place in range(size)]
            lines += [
                f"flat::u64 words[{size}]{{}};",
                f"flat::Span<flat::u64> const sent(words, {self._arguments});",
                "if (!flat::machine::copy_from_user(flat::writable_bytes_of(sent), w0))",
                self._refusal("passes arguments that it has not"),
            ]
        lines += self._checks(given)
        lines += self._buffers(given)
        call = f"self.beneath->{self.name}({', '.join(self._passed(given))})"
        is_void = self.method.throws is None and self.method.result.kind == "void"
        lines.append(f"{call};" if is_void else f"auto const outcome = {call};")
        lines += self._give_back()
        lines += self._return()
        parameters = ", ".join(f"flat::u64 {name}" for name in self._used(first))
        head = f"static flat::Answer {self.name}(void* object, {parameters}) {{"
        return [head, *(f"    {each}" for each in lines), "}"]

    def _used(self, first: list[str]) -> list[str]:
        used = self._arguments if self._in_registers else 1
        return [name if place < used else "" for place, name in enumerate(first)]

    def _refusal(self, why: str) -> str:
        """The statement that ends the caller's domain."""
        name = f"{self._binding.interface.full_name}.{self.method.name}"
        return f'    return self.refuse("{why}: {name}");'

    def _refuse_what_cannot_cross(self) -> None:
        for each in (*(it.type for it in self.method.parameters), self.method.result):
            if each.kind != "buffer" and not self._words.can_carry(each):
                raise Unsuitable(
                    f"`{self.method.name}` passes `{each.full_name}`, which is the caller's own",
                    "pass values and buffers, or keep both ends in one domain",
                )

    def _given(self, parameter: Parameter) -> list[str]:
        name = names.member(parameter.name)
        if parameter.type.kind == "buffer":
            return [f"flat::address_of({name}.data())", f"{name}.size()"]
        return self._words.encode(parameter.type, name)

    def _answer(self, words: list[str]) -> list[str]:
        """What the stub returns, of the words that came back."""
        result, throws = self.method.result, self.method.throws
        lines = []
        if throws:
            failure = self._words.decode(throws, iter([f"{words[0]} - 1"]))
            lines.append(f"if ({words[0]} != 0) return {failure};")
            words = words[1:]
        if result.kind != "void":
            lines.append(f"return {self._words.decode(result, iter(words))};")
        elif throws:
            lines.append("return {};")
        return lines

    def _split(self, given: list[str]) -> Iterator[tuple[Parameter, list[str]]]:
        """Each parameter with the words that it is."""
        place = 0
        for each in self.method.parameters:
            count = len(self._given(each))
            yield each, given[place : place + count]
            place += count

    def _checks(self, given: list[str]) -> list[str]:
        lines = []
        for parameter, words in self._split(given):
            if parameter.type.kind == "buffer":
                continue
            for condition in self._words.conditions(parameter.type, iter(words)):
                lines.append(f"if (!({condition}))")
                lines.append(self._refusal(f"passes a `{parameter.name}` that is none"))
        return lines

    def _buffers(self, given: list[str]) -> list[str]:
        lines = []
        for parameter, words in self._split(given):
            if parameter.type.kind != "buffer":
                continue
            most = parameter.max_bytes or self._binding.arguments["buffer_max"]
            buffer = _buffer(parameter)
            values = f"*self.buffers, {words[0]}, {words[1]}, {most}"
            why = f"passes a `{parameter.name}` that it has not, or that is too large"
            lines += [
                f"flat::bindings::syscall::Buffer const {buffer}({values});",
                f"if (!{buffer}.is_sound())",
                self._refusal(why),
            ]
        return lines

    def _passed(self, given: list[str]) -> Iterator[str]:
        for parameter, words in self._split(given):
            if parameter.type.kind == "buffer":
                yield f"{_buffer(parameter)}.span()"
            else:
                yield self._words.decode(parameter.type, iter(words))

    def _give_back(self) -> Iterator[str]:
        for each in self.method.parameters:
            if each.type.kind == "buffer" and each.direction != "In":
                yield f"if (!{_buffer(each)}.give_back())"
                yield self._refusal(f"cannot write its `{each.name}`")

    def _return(self) -> list[str]:
        throws = self.method.throws
        values = self._words.encode(self.method.result, "outcome.value()" if throws else "outcome")
        failure = "static_cast<flat::u64>(outcome.error().code) + 1"
        if self._in_registers:
            if throws is None:
                return [f"return {{{', '.join(values)}}};"]
            return [
                f"if (outcome.is_error()) return {{{failure}}};",
                f"return {{{', '.join(['0', *values])}}};",
            ]
        lines = []
        if throws:
            sure = [f"    words[{place + 1}] = {each};" for place, each in enumerate(values)]
            lines += [f"words[0] = outcome.is_error() ? {failure} : 0;"]
            lines += ["if (outcome.is_ok()) {", *sure, "}"] if sure else []
        else:
            lines += [f"words[{place}] = {each};" for place, each in enumerate(values)]
        if not self._results:
            return ["return {};"]
        results = f"flat::bytes_of(flat::Span<flat::u64 const>(words, {self._results}))"
        return [
            *lines,
            f"if (!flat::machine::copy_to_user(w0, {results}))",
            self._refusal("cannot write its results"),
            "return {};",
        ]


def _buffer(parameter: Parameter) -> str:
    return f"{names.member(parameter.name)}_buffer"


def _skeleton(binding: WholeBinding, simple: str, calls: list[_Call]) -> str:
    """The class in the kernel: it fills its entries of the table, which lead to its functions."""
    ports = {"beneath": binding.interface.full_name, **binding.server_requires}
    needed = {
        "bindings/syscall/buffer.hpp",
        "core/domain_calls.hpp",
        "core/required.hpp",
        "core/text.hpp",
        "machine/user_memory.hpp",
        *map(header_of, (*binding.closure, *ports.values())),
    }
    references = [f"flat::Required<{scope(kind)}> {name};" for name, kind in ports.items()]
    start = ", ".join(f"{name}(ports.{name})" for name in ports)
    entries = [f"table[{place}] = {{{each.name}, this}};" for place, each in enumerate(calls)]
    lines = [
        "// SPDX-License-Identifier: BSD-2-Clause",
        f"// Generated: the {binding.kind} skeleton of {binding.name}.",
        "#pragma once",
        "",
        *(f"#include <{each}>" for each in sorted(needed)),
        "",
        "namespace flat::bindings {",
        "",
        f"class {simple} {{",
        "public:",
        "    struct Ports {",
        *(f"        {each}" for each in references),
        "    };",
        f"    explicit {simple}(Ports const& ports) : {start} {{}}",
        "",
        "    /// Fills in the entries of all methods.",
        "    void enter_into(flat::Call* table) {",
        *(f"        {each}" for each in entries),
        "    }",
        "",
        "private:",
        *(f"    {line}" for each in calls for line in (*each.skeleton(), "")),
        "    [[gnu::cold, gnu::noinline]] flat::Answer refuse(flat::Text why) {",
        "        user_mode->current()->refuse(why.bytes());",
        "        return {};",
        "    }",
        "",
        *(f"    {each}" for each in references),
        "};",
        "",
        "} // namespace flat::bindings",
    ]
    return "\n".join(lines) + "\n"
