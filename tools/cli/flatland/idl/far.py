# SPDX-License-Identifier: BSD-2-Clause
"""Calls between kernels as bytes, and the objects that pass with them.

The bytes are a block of words, the buffers that are written, and then those that are only read,
which do not come back. For an object of the partner's
there is a stub, for one of ours what answers calls of it (bindings/remote/objects.hpp).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flatland.idl import cpp, names, objects
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import (
    Carried,
    buffer_name,
    interface_word,
    object_name,
    object_word,
    pointer_to,
)
from flatland.idl.generated_class import scope
from flatland.idl.identity import identity
from flatland.idl.model import Method, Parameter, TypeRef, resource

includes = (
    "bindings/remote/objects.hpp",
    "bindings/remote/payload.hpp",
    "bindings/remote/payload_places.hpp",
    "core/memory.hpp",
)
"""What generated classes of both kinds need."""
outcome = "flat::Result<flat::usize, flat::remote::RemoteError>"
malformed = "return flat::bindings::remote::malformed;"
_partner = "[[maybe_unused]] flat::remote::Partner& partner"
_scope = "flat::bindings::remote"


@dataclass(frozen=True)
class FarInterface:
    """An interface of objects that pass, as if the binding were of it."""

    binding: WholeBinding
    methods: tuple[Carried, ...]

    @property
    def type(self) -> str:
        """The hash of all that it says."""
        return identity(self.binding.library, self.binding.interface.full_name, "")


def carried(binding: WholeBinding) -> list[Carried]:
    """The methods of a binding between kernels."""
    methods = [Carried(binding, each, is_far=True, prefix=binding.name) for each in binding.methods]
    for each in methods:
        objects.check_result(each)
    return methods


def classes(binding: WholeBinding, *, calls: bool) -> list[str]:
    """The classes of all objects that pass, for the side that calls the binding's server or for
    the server's: stubs of those that it gets, and what is called of those that it passes.
    """
    of_server, of_client = objects.flows(binding, both_ways=True)
    got, own = (of_server, of_client) if calls else (of_client, of_server)
    lines: list[str] = []
    for each in got:
        lines += ["", *_stub(_interface(binding, each))]
    for each in own:
        lines += ["", *_own(_interface(binding, each), _most(binding))]
    return lines


def passes_objects(binding: WholeBinding) -> bool:
    """Whether any method passes some."""
    return bool(interfaces(binding))


def client_gives(binding: WholeBinding) -> bool:
    """Whether the server's side may hold objects of the client's when no call is made."""
    of_client = objects.flows(binding, both_ways=True)[1]
    methods = [*binding.methods, *(m for each in of_client for m in binding.library.methods(each))]
    return any(parameter.held for each in methods for parameter in each.parameters) or any(
        method.result.kind == "interface"
        for each in of_client
        for method in binding.library.methods(each)
    )


def interfaces(binding: WholeBinding) -> list[str]:
    """Those of all objects that pass."""
    of_server, of_client = objects.flows(binding, both_ways=True)
    return [*of_server, *of_client]


def _most(binding: WholeBinding) -> int:
    return int(binding.arguments.get("buffer_max", 65536))


def _interface(binding: WholeBinding, name: str) -> FarInterface:
    as_if = replace(binding, interface=binding.library.interface(name))
    made = [
        Carried(as_if, each, is_held=True, is_far=True, prefix=binding.name)
        for each in binding.library.methods(name)
    ]
    for each in made:
        if not _is_release(as_if, each.method):
            _check(each)
    return FarInterface(as_if, tuple(made))


def _check(method: Carried) -> None:
    """Whoever is called can be gone; what is given away is a resource."""
    if not method.method.one_way:
        method.unreachable()
    objects.check_result(method)


def _is_release(binding: WholeBinding, method: Method) -> bool:
    """Whether a method ends a hold."""
    name = binding.interface.full_name
    return objects.is_resource(binding.library, name) and method.name == "release"


def _stub_name(interface: str) -> str:
    return names.camel(f"far_{interface_word(interface)}")


def _own_name(interface: str) -> str:
    return names.camel(f"own_{interface_word(interface)}")


def _block(method: Carried) -> int:
    """How many words go and come; there is one at least."""
    return max(method.block, 1)


def _words(method: Carried) -> list[str]:
    return [f"words[{place}]" for place in range(_block(method))]


def _stub(far: FarInterface) -> Iterator[str]:
    """The class that stands for an object of the partner's."""
    binding = far.binding
    interface = scope(binding.interface.full_name)
    name = _stub_name(binding.interface.full_name)
    yield f"class {name} final : public {interface} {{"
    yield "public:"
    yield f"    using Interface = {interface};"
    yield f"    explicit {name}({_scope}::Far const& far) : far_(far) {{ far_.stub = this; }}"
    for place, each in enumerate(far.methods):
        yield f"    {cpp.signature(each.method).declaration} override {{"
        if _is_release(binding, each.method):
            yield f"        {_scope}::release(far_, {far.type}, {place});"
        else:
            yield "        flat::remote::Partner& partner = *far_.partner;"
            yield "        flat::u64 const word_ = far_.name;"
            lines = calling(each, far.type, place, "far_.call")
            yield from (f"        {line}" for line in lines)
        yield "    }"
    yield from _narrow(binding, "this", first=[f"    if (id == {_scope}::far_id) return &far_;"])
    yield "private:"
    yield f"    {_scope}::Far far_;"
    yield "};"


def _own(far: FarInterface, most: int) -> Iterator[str]:
    """The class of what is called of an object that is passed."""
    binding = far.binding
    interface = scope(binding.interface.full_name)
    base = f"{_scope}::Own<{interface}>"
    yield f"class {_own_name(binding.interface.full_name)} final : public {base} {{"
    yield "public:"
    yield "    using Own::Own;"
    yield f"    flat::u64 type() override {{ return {far.type}; }}"
    yield f"    {outcome} answer(flat::u32 method, flat::remote::Partner& partner,"
    yield "        flat::Span<flat::u8 const> request, flat::Span<flat::u8> answer) override {"
    yield "        switch (method) {"
    for place, each in enumerate(far.methods):
        yield f"        case {place}: return answer_{each.name}(partner, request, answer);"
    yield "        }"
    yield f"        {malformed}"
    yield "    }"
    yield from _narrow(binding, "this->object()", hold="this->hold()")
    yield "private:"
    for each in far.methods:
        if _is_release(binding, each.method):
            yield f"    {outcome} answer_{each.name}(flat::remote::Partner&,"
            yield "        flat::Span<flat::u8 const> request, flat::Span<flat::u8>) {"
            yield "        flat::u64 name;"
            yield f"        if (request.size() != sizeof name) {malformed}"
            yield "        memcpy(&name, request.data(), sizeof name);"
            yield "        return this->released(name);"
            yield "    }"
        else:
            yield from (f"    {line}" for line in answering(each, most, "this->object()"))
    yield "};"


def _narrow(
    binding: WholeBinding, object: str, hold: str = "", first: Sequence[str] = ()
) -> Iterator[str]:
    """To the interfaces of an object; to a resource, by what holds it."""
    yield "    void* narrow(flat::InterfaceId id) override {"
    yield from (f"    {each}" for each in first)
    for each in sorted(map(scope, binding.closure)):
        found = hold if hold and each == scope(resource) else object
        yield f"        if (id == {each}::interface_id) return static_cast<{each}*>({found});"
    yield "        return nullptr;"
    yield "    }"


def calling(method: Carried, identity: str, place: int, asks: str = "partner.call") -> list[str]:
    """The statements of a method that `partner` is asked to carry out."""
    words = _words(method)
    gone = _gone(method)
    lines = [line for each in method.objects for line in _passed(method, each)]
    lines += [
        f"flat::u64 words[{len(words)}]{{{', '.join(_sent(method))}}};",
        "flat::memory::Allocator* const buffers = &partner.buffers();",
        *_gathered(method, words),
        "flat::bindings::remote::Payload reply(*buffers, answered);",
        *("if (!payload.is_sound() || !reply.is_sound())", gone),
        "flat::Span<flat::u64> const block(words);",
        "payload.put(0, flat::bytes_of(block));",
    ]
    for each in method.buffers:
        lines.append(f"payload.put({buffer_name(each)}_place, {names.given(each.name)});")
    call = f"{asks}({identity}, {place}, payload.span(), reply.span())"
    lines += [
        f"auto const arrived = {call};",
        *("if (arrived.is_error() || arrived.value() != answered)", gone),
        *(f"{object_name(each)}_passed.arrive();" for each in method.objects if each.held),
        "reply.take(0, flat::writable_bytes_of(block));",
        *(f"if (!({method.is_answer(words)}))", gone),
    ]
    for each in method.buffers:
        if each.direction != "In":
            lines.append(f"reply.take({buffer_name(each)}_place, {names.given(each.name)});")
    return [*lines, *(_received(method, words) if method.gives_object else method.answer(words))]


def _gathered(method: Carried, words: Sequence[str]) -> list[str]:
    """Statements that make room for a payload, once `words` are there.

    `payload` then has a place for each buffer, which is still empty; its first `answered` bytes are
    those that come back.
    """
    return [
        f"flat::bindings::remote::PayloadPlaces places({len(words)});",
        *_next_places(method, words, written=True),
        "flat::u64 const answered = places.end();",
        *_next_places(method, words, written=False),
        "flat::bindings::remote::Payload payload(*buffers, places.end());",
    ]


def _gone(method: Carried) -> str:
    """The statement of a call that has no answer; of one that is not waited for, nobody hears."""
    return "    return;" if method.method.one_way else f"    {method.fail(method.unreachable())}"


def _passed(method: Carried, parameter: Parameter) -> Iterator[str]:
    """The word of an object that is passed."""
    name = f"{object_name(parameter)}_passed"
    own = _own_name(parameter.type.full_name)
    kind = _given_class(method, parameter.type) if parameter.held else f"Lent<{own}> const"
    yield f"{_scope}::{kind} {name}(partner, {pointer_to(parameter)});"
    yield f"if (!{name}.is_there())"
    yield _gone(method)
    yield f"flat::u64 const {object_word(parameter)} = {name}.word();"
    if parameter.held and method.is_narrowed(parameter.type):
        yield f"flat::u64 const {object_word(parameter)}_type = {name}.type();"


def _given_class(method: Carried, type: TypeRef) -> str:
    """The class of a hold that is given away."""
    return f"Given<{', '.join(map(_own_name, method.passed_as(type)))}>"


def _received_class(method: Carried, type: TypeRef) -> str:
    """The class of a hold that is got."""
    return f"Received<{', '.join(map(_stub_name, method.passed_as(type)))}>"


def _received(method: Carried, words: Sequence[str]) -> Iterator[str]:
    """The object that is the result."""
    result = method.method.result
    yield f"if ({words[0]} != 0) {method.fail(words[0])}"
    given = ", ".join(words[1:3] if method.is_narrowed(result) else words[1:2])
    yield f"{_scope}::{_received_class(method, result)} result(partner, {given});"
    none = f"{words[1]} != 0 && " if result.nullable else ""
    yield f"if ({none}!result.object())"
    yield _gone(method)
    yield "return result.pass_on();"


def _sent(method: Carried) -> list[str]:
    """The words of the arguments; where a buffer lies here is nobody's business there."""
    addresses = {f"flat::address_of({names.given(each.name)}.data())" for each in method.buffers}
    return ["0" if each in addresses else each for each in method.given]


def answering(method: Carried, most: int, target: str = "") -> Iterator[str]:
    """A function that reads and checks a request, calls the server, and writes the answer.

    The server is what is beneath, or the object `target`.
    """
    words = _words(method)
    size = f"{len(words)} * sizeof(flat::u64)"
    taken = "flat::Span<flat::u8 const> request, flat::Span<flat::u8> answer"
    lines = ["[[maybe_unused]] auto& self = *this;"]
    if target:
        lines.append(f"auto* const target = {target};")
    lines += [
        f"flat::u64 words[{len(words)}];",
        f"if (request.size() < {size}) {malformed}",
        f"memcpy(words, request.data(), {size});",
    ]
    for _, condition in method.conditions(words):
        lines.append(f"if (!({condition})) {malformed}")
    lines += _places(method, words, most)
    lines += _spans(method, words)
    lines += _objects_of(method, words)
    lines += [method.call(words), *_given(method, size), *method.stored()]
    lines += [f"memcpy(answer.data(), words, {size});", "return answered;"]
    yield f"{outcome} answer_{method.name}({_partner}, {taken}) {{"
    yield from (f"    {each}" for each in lines)
    yield from ("}", "")


def _places(method: Carried, words: Sequence[str], most: int) -> Iterator[str]:
    """Where the buffers are, and that all is there."""
    for parameter, mine in _buffers(method, words):
        yield f"if ({mine[1]} > {parameter.max_bytes or most}) {malformed}"
    yield f"flat::bindings::remote::PayloadPlaces places({len(words)});"
    yield from _next_places(method, words, written=True)
    yield "flat::usize const answered = places.end();"
    yield from _next_places(method, words, written=False)
    yield f"if (request.size() != places.end() || answer.size() < answered) {malformed}"


def _next_places(method: Carried, words: Sequence[str], *, written: bool) -> Iterator[str]:
    for parameter, mine in _buffers(method, words, written):
        yield f"flat::u64 const {buffer_name(parameter)}_place = places.next({mine[1]});"


def _spans(method: Carried, words: Sequence[str]) -> Iterator[str]:
    """The buffers: those that come back are in the answer, with what the client has in them."""
    yield "memcpy(answer.data(), request.data(), answered);"
    for parameter, mine in _buffers(method, words):
        is_read = parameter.direction == "In"
        kind, where = ("flat::u8 const", "request") if is_read else ("flat::u8", "answer")
        name = buffer_name(parameter)
        yield f"flat::Span<{kind}> const {name} = {where}.part({name}_place, {mine[1]});"


def _buffers(
    method: Carried, words: Sequence[str], written: bool | None = None
) -> Iterator[tuple[Parameter, Sequence[str]]]:
    for parameter, mine in method.split(words):
        is_written = parameter.direction != "In"
        if parameter.type.kind == "buffer" and written in (None, is_written):
            yield parameter, mine


def _objects_of(method: Carried, words: Sequence[str]) -> list[str]:
    """Makes pointers of the words of objects, once all are there."""
    made, taken = [], []
    for parameter, mine in method.split(words):
        if parameter.type.kind != "interface":
            continue
        name = object_name(parameter)
        stub = _stub_name(parameter.type.full_name)
        received = _received_class(method, parameter.type)
        kind = received if parameter.held else f"Borrowed<{stub}> const"
        made.append(f"{_scope}::{kind} {name}_passed(partner, {', '.join(mine)});")
        none = f"{mine[0]} != 0 && " if parameter.type.nullable else ""
        made.append(f"if ({none}!{name}_passed.object()) {malformed}")
        value = f"{name}_passed.{'pass_on' if parameter.held else 'object'}()"
        taken.append(f"auto* const {name} = {value};")
    return [*made, *taken]


def _given(method: Carried, size: str) -> Iterator[str]:
    """Passes an object that is the result; without room for it, the server is unreachable."""
    if not method.gives_object:
        return
    given = _given_class(method, method.method.result)
    object = f"outcome.is_ok() ? {method.outcome_object()} : nullptr"
    yield f"{_scope}::{given} outcome_given(partner, {object});"
    yield "if (!outcome_given.is_there()) {"
    yield f"    words[0] = {method.unreachable()};"
    yield f"    memcpy(answer.data(), words, {size});"
    yield "    return answered;"
    yield "}"
    yield "outcome_given.arrive();"
    yield "flat::u64 const handle = outcome_given.word();"
    if method.is_narrowed(method.method.result):
        yield "flat::u64 const handle_type = outcome_given.type();"
