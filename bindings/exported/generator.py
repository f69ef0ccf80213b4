# SPDX-License-Identifier: BSD-2-Clause
"""Calls a server as bytes say, and believes nothing of them; the other end is bindings/remote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flatland.idl.bridge import Bridge, Piece, WholeBinding
from flatland.idl.crossing import Carried, buffer_name
from flatland.idl.forwarding import stub_class
from flatland.idl.identity import identity
from flatland.idl.model import Parameter

_outcome = "flat::Result<flat::usize, flat::remote::RemoteError>"
_malformed = "return flat::remote::RemoteError{flat::remote::RemoteError::Code::malformed};"


def bridge(binding: WholeBinding) -> Bridge:
    """A class with a function for each method of the server's interface."""
    server = replace(binding, interface=binding.provided)
    methods = [Carried(server, each) for each in server.methods]
    called = identity(binding.library, binding.provided.full_name, binding.server.instance)
    cases = [
        f"case {place}: return answer_{each.name}(request_given, answer_given);"
        for place, each in enumerate(methods)
    ]
    bodies = {
        "identity": [f"return {called}; // of `{binding.server.instance}`"],
        "answer": ["switch (method_given) {", *cases, "}", _malformed],
    }
    most = int(binding.arguments["buffer_max"])
    made = stub_class(
        binding,
        {"beneath": binding.provided.full_name},
        [(each, bodies[each.name]) for each in binding.methods],
        [line for each in methods for line in _function(each, most)],
        ["bindings/upcall/payload_places.hpp", "core/memory.hpp"],
    )
    header = f"between/{binding.name}.hpp"
    return Bridge({header: made.text()}, stub=Piece(made.full_name, header))


def _function(carried: Carried, most: int) -> Iterator[str]:
    """Reads and checks a request, calls the server, and writes the answer."""
    words = [f"words[{place}]" for place in range(carried.block)]
    block = f"{carried.block} * sizeof(flat::u64)"
    taken = "flat::Span<flat::u8 const> request, flat::Span<flat::u8> answer"
    lines = ["[[maybe_unused]] auto& self = *this;"]
    if carried.block:
        lines += [
            f"flat::u64 words[{carried.block}];",
            f"if (request.size() < {block}) {_malformed}",
            f"memcpy(words, request.data(), {block});",
        ]
    for _, condition in carried.conditions(words):
        lines.append(f"if (!({condition})) {_malformed}")
    lines += _places(carried, words, most)
    lines += _spans(carried, words)
    lines += [carried.call(words), *carried.stored()]
    if carried.block:
        lines.append(f"memcpy(answer.data(), words, {block});")
    lines.append("return answered;")
    yield f"{_outcome} answer_{carried.name}({taken}) {{"
    yield from (f"    {each}" for each in lines)
    yield from ("}", "")


def _places(carried: Carried, words: Sequence[str], most: int) -> Iterator[str]:
    """Where the buffers are, and that all is there."""
    for parameter, mine in _buffers(carried, words):
        yield f"if ({mine[1]} > {parameter.max_bytes or most}) {_malformed}"
    yield f"flat::bindings::upcall::PayloadPlaces places({carried.block});"
    for parameter, mine in _buffers(carried, words, written=True):
        yield f"flat::u64 const {buffer_name(parameter)}_place = places.next({mine[1]});"
    yield "flat::usize const answered = places.end();"
    for parameter, mine in _buffers(carried, words, written=False):
        yield f"flat::u64 const {buffer_name(parameter)}_place = places.next({mine[1]});"
    yield f"if (request.size() != places.end() || answer.size() < answered) {_malformed}"


def _spans(carried: Carried, words: Sequence[str]) -> Iterator[str]:
    """The buffers: those that come back are in the answer, with what the client has in them."""
    yield "if (answered != 0) memcpy(answer.data(), request.data(), answered);"
    for parameter, mine in _buffers(carried, words):
        is_read = parameter.direction == "In"
        kind, where = ("flat::u8 const", "request") if is_read else ("flat::u8", "answer")
        name = buffer_name(parameter)
        yield f"flat::Span<{kind}> const {name} = {where}.part({name}_place, {mine[1]});"


def _buffers(
    carried: Carried, words: Sequence[str], written: bool | None = None
) -> Iterator[tuple[Parameter, Sequence[str]]]:
    for parameter, mine in carried.split(words):
        is_written = parameter.direction != "In"
        if parameter.type.kind == "buffer" and written in (None, is_written):
            yield parameter, mine
