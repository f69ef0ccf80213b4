# SPDX-License-Identifier: BSD-2-Clause
"""Calls across a boundary: what of a method travels, and how both sides read it.

Arguments and results are words (`flatland.idl.words`); a buffer is two, its address and its size;
an object is one (core/calls/handle.hpp). The words of a result begin with that of the failure,
where a method throws: 0, or its code and 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from flatland.diagnostics import Span
from flatland.idl import failures, names
from flatland.idl.bridge import Bridge, Piece, Travel, Unsuitable, WholeBinding
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import GeneratedClass, refuse_taken_names
from flatland.idl.listed import own_interfaces
from flatland.idl.model import Method, Parameter, TypeRef, resource
from flatland.idl.words import Words

argument_registers = 5
result_registers = 2


class Carried:
    """One method of a binding whose ends are on different sides.

    Where objects can be passed, `prefix` begins the names of what stands for them in the domain and
    in the kernel. Of a method of such an object, which `is_held`, the first word is the object's.
    Where `is_outward`, the kernel calls a domain, else a domain calls the kernel; where `is_far`,
    it is not in between, and an object's second word is the place of its listed interface.
    """

    def __init__(
        self,
        binding: WholeBinding,
        method: Method,
        *,
        is_held: bool = False,
        is_outward: bool = False,
        is_far: bool = False,
        prefix: str | None = None,
    ) -> None:
        self.method = method
        self.name = names.member(method.name)
        self.is_held = is_held
        self.is_outward = is_outward
        self.is_far = is_far
        self.prefix = prefix or ""
        self.full_name = f"{binding.interface.full_name}.{method.name}"
        self._words = Words(binding.library)
        self.library = binding.library
        self._interfaces = binding.interfaces
        self._own_interfaces = own_interfaces(binding)
        self._kind = binding.kind
        self._narrows = "interfaces" in binding.arguments
        self._others = _kinds_with_objects.get(binding.kind, "a kind that carries objects")
        self._refuse_what_cannot_cross()
        self.given = [word for each in method.parameters for word in self._given(each)]
        if is_held:
            self.given = ["word_", *self.given]
        self.results = len(self._result("value")) + (1 if method.throws else 0)
        self.block = max(len(self.given), self.results)
        self.buffers = [each for each in method.parameters if each.type.kind == "buffer"]
        self.objects = [each for each in method.parameters if each.type.kind == "interface"]
        self.in_registers = (
            len(self.given) <= argument_registers and self.results <= result_registers
        )

    @property
    def gives_object(self) -> bool:
        """Whether the result is an object of the server's, which the caller holds from then on."""
        return self.method.result.kind == "interface"

    def is_narrowed(self, type: TypeRef) -> bool:
        """Whether an object of this type can turn out to have one of the binding's interfaces."""
        return type.full_name == resource and bool(self._interfaces)

    def passed_as(self, type: TypeRef) -> list[str]:
        """The interfaces as which a far object of this type can be given, the last one its own."""
        return [*(self._interfaces if self.is_narrowed(type) else ()), type.full_name]

    @property
    def narrowed_to(self) -> list[str]:
        """Those interfaces, and what a stub of one can be passed as."""
        types = [(each, *self.library.supertypes(each)) for each in self._interfaces]
        return sorted({each for closure in types for each in closure})

    def own_stubs(self, type: TypeRef) -> list[str]:
        """The classes in the kernel that stand for objects of a domain passed as this type."""
        more = self._own_interfaces if self.is_narrowed(type) else ()
        return [own_stub(self.prefix, each) for each in (type.full_name, *more)]

    @property
    def has_objects(self) -> bool:
        """Whether objects are passed, so that the kernel has something to do."""
        return self.gives_object or bool(self.objects)

    @property
    def is_plain(self) -> bool:
        """Whether all of it is words in registers."""
        return self.in_registers and not self.buffers

    def split(self, words: Sequence[str]) -> Iterator[tuple[Parameter, Sequence[str]]]:
        """Each parameter with the words that it is."""
        place = 1 if self.is_held else 0
        for each in self.method.parameters:
            count = len(self._given(each))
            yield each, words[place : place + count]
            place += count

    def conditions(self, words: Sequence[str]) -> Iterator[tuple[Parameter, str]]:
        """What must hold of words that come from elsewhere, so that they are arguments."""
        for parameter, mine in self.split(words):
            if parameter.type.kind not in ("buffer", "interface"):
                for condition in self._words.conditions(parameter.type, iter(mine)):
                    yield parameter, condition

    def passed(self, words: Sequence[str]) -> str:
        """The arguments of the server's method; buffers are spans that `buffer_name` names, objects
        what `object_name` does.
        """
        return ", ".join(self._passed(each, mine) for each, mine in self.split(words))

    def _passed(self, parameter: Parameter, words: Sequence[str]) -> str:
        if parameter.type.kind == "buffer":
            return buffer_name(parameter)
        if parameter.type.kind == "interface":
            return f"{'' if parameter.type.nullable else '*'}{object_name(parameter)}"
        return self._words.decode(parameter.type, iter(words))

    def call(self, words: Sequence[str], server: str = "self.beneath->") -> str:
        """The statement that calls the server, whose result is `outcome`."""
        call = f"{'target->' if self.is_held else server}{self.name}({self.passed(words)});"
        is_void = self.method.throws is None and self.method.result.kind == "void"
        if self.gives_object and not self.method.throws and not self.method.result.nullable:
            return f"auto& outcome = {call}"
        return call if is_void else f"auto const outcome = {call}"

    def returned(self) -> list[str]:
        """The words of `outcome`: a failure's code and 1 or 0, then the value's."""
        if self.method.throws is None:
            return self._result("outcome")
        return ["0", *self._result("outcome.value()")]

    def stored(self) -> list[str]:
        """Statements that make `words` what is returned."""
        stores = [f"words[{place}] = {each};" for place, each in enumerate(self.returned())]
        if self.method.throws is None:
            return stores
        failed = f"words[0] = {failure_word};"
        return [f"if (outcome.is_error()) {{ {failed} }} else {{", *stores, "}"]

    def outcome_object(self) -> str:
        """The pointer to the object that `outcome` is, where it is no failure."""
        if self.method.throws:
            return "outcome.value()"
        return "outcome" if self.method.result.nullable else "&outcome"

    def object_words(self) -> list[str]:
        """Statements in a domain that make words of the objects which it passes."""
        return [line for each in self.objects for line in self._object_words(each)]

    def _object_words(self, parameter: Parameter) -> Iterator[str]:
        word = object_word(parameter)
        if not self.is_narrowed(parameter.type):
            yield f"flat::u64 const {word} = flat::word_of({pointer_to(parameter)});"
            return
        yield from self._typed_words(word, pointer_to(parameter))

    def _typed_words(self, word: str, pointer: str) -> Iterator[str]:
        """Of an object of the domain's that can turn out to have an interface of the binding's."""
        listed = ", ".join(each.replace(".", "::") for each in (resource, *self._own_interfaces))
        yield f"auto const {word}s = flat::typed_word_of<{listed}>({pointer});"
        words = (f"{word}{part} = {word}s.{each}" for part, each in _typed.items())
        yield f"flat::u64 const {', '.join(words)};"

    def result_words(self) -> list[str]:
        """Statements in a domain that make words of an object which it returns."""
        if not self.gives_object:
            return []
        object = self.outcome_object()
        if self.method.throws:
            object = f"outcome.is_ok() ? {object} : nullptr"
        if self.is_narrowed(self.method.result):
            return list(self._typed_words("handle", object))
        kind = self.method.result.full_name.replace(".", "::")
        return [f"flat::u64 const handle = flat::word_of<{kind}>({object});"]

    def objects_of_words(self, words: Sequence[str]) -> list[str]:
        """Statements in a domain that make objects of the words which it gets."""
        return [
            f"auto* const {object_name(each)} = "
            f"{held_function(self.prefix, each.type.full_name)}({mine[0]});"
            for each, mine in self.split(words)
            if each.type.kind == "interface"
        ]

    def answer(self, words: Sequence[str]) -> list[str]:
        """What the client's method returns in a domain, of the words that came back."""
        result, throws = self.method.result, self.method.throws
        lines = []
        if throws:
            lines.append(f"if ({words[0]} != 0) {self.fail(words[0])}")
            words = words[1:]
        if self.gives_object:
            pointer = "" if throws or result.nullable else "*"
            lines.append(
                f"return {pointer}{held_function(self.prefix, result.full_name)}({words[0]});"
            )
        elif result.kind != "void":
            lines.append(f"return {self._words.decode(result, iter(words))};")
        elif throws:
            lines.append("return {};")
        return lines

    def is_answer(self, words: Sequence[str]) -> str:
        """The condition under which words from elsewhere are what the method may return."""
        throws = self.method.throws
        values = words[1:] if throws else words
        conditions = []
        if self.method.result.kind not in ("void", "interface"):
            conditions = self._words.conditions(self.method.result, iter(values))
        if throws:
            conditions = [f"({words[0]} != 0 || {each})" for each in conditions]
            conditions.append(f"{words[0]} <= {len(failures.codes(self.library, self.method))}")
        return " && ".join(conditions) or "true"

    def fail(self, word: str) -> str:
        """The statement that throws the failure which a word says."""
        assert self.method.throws
        return f"return {self._words.decode(self.method.throws, iter([f'{word} - 1']))};"

    def unreachable(self) -> str:
        """The failure of a method whose server is gone, as a word."""
        what = "its server is gone"
        return str(failures.place_of(self.library, self.method, "UNREACHABLE", what) + 1)

    def _given(self, parameter: Parameter) -> list[str]:
        name = names.given(parameter.name)
        if parameter.type.kind == "buffer":
            return [f"flat::address_of({name}.data())", f"{name}.size()"]
        if parameter.type.kind == "interface" and self.prefix:
            word = object_word(parameter)
            if self.is_far and parameter.held and self.is_narrowed(parameter.type):
                return [word, f"{word}_type"]
            is_typed = self.is_narrowed(parameter.type) and not (self.is_outward or self.is_far)
            return [f"{word}{part}" for part in _typed] if is_typed else [word]
        return self._words.encode(parameter.type, name)

    def _result(self, value: str) -> list[str]:
        """The words of a result; that of an object is the handle that it has been given."""
        if self.gives_object and self.is_far and self.is_narrowed(self.method.result):
            return ["handle", "handle_type"]
        if self.gives_object and self.is_outward and self.is_narrowed(self.method.result):
            return [f"handle{part}" for part in _typed]
        if self.gives_object:
            return ["handle"]
        return self._words.encode(self.method.result, value)

    def _refuse_what_cannot_cross(self) -> None:
        if self.method.narrowed and not self._narrows:
            raise Unsuitable(
                f"`{self.method.name}` returns an object that turns out to have another interface,"
                f" and by `{self._kind}` it stays a `{resource}`",
                "bind by `Syscall`, `Upcall`, `Lrpc`, `Ipc` or `Remote`",
                self.method.span,
            )
        passed = [(each.type, each.span) for each in self.method.parameters]
        for each, place in (*passed, (self.method.result, self.method.span)):
            is_object = each.kind == "interface" and each.full_name != top
            if is_object and not self.prefix:
                self._refuse_object(each, place)
            if each.kind != "buffer" and not is_object and not self._words.can_carry(each):
                raise Unsuitable(
                    f"`{self.method.name}` passes `{each.full_name}`, which is the caller's own",
                    "pass values, buffers and interfaces with methods, or stay in one domain",
                    place,
                )

    def _refuse_object(self, type: TypeRef, place: Span) -> None:
        """Of a kind that carries values and buffers alone."""
        name = f"`{type.full_name}`"
        raise Unsuitable(
            f"`{self.method.name}` passes {name}, an object, and `{self._kind}` carries none",
            f"bind by {self._others}, or pass numbers and buffers in place of {name}",
            place,
        )


_typed = {"": "word", "_type": "type", "_released": "released"}
"""What the names of such words end with, by the members of `flat::TypedWord`."""

_kinds_with_objects = {"signal": "`via Upcall`"}
top = "flat.lang.Top"
failure_word = "static_cast<flat::u64>(outcome.error().code) + 1"


def held_function(prefix: str, interface: str) -> str:
    """The function that makes a word what stands for an object of the kernel's."""
    return f"{prefix}_held_{interface_word(interface)}"


def received_function(prefix: str, interface: str) -> str:
    """The function in the kernel that makes a word an object, of which a domain gives a hold."""
    return f"{prefix}_received_{interface_word(interface)}"


def own_stub(prefix: str, interface: str) -> str:
    """The class in the kernel that stands for objects of a domain."""
    return f"flat::bindings::{names.camel(f'{prefix}_own_{interface_word(interface)}')}"


def interface_word(interface: str) -> str:
    """An interface's name as a part of another name."""
    return names.words(interface.removeprefix("flat.").replace(".", "_"))


def object_name(parameter: Parameter) -> str:
    """The pointer to an object on the server's side."""
    return f"{names.words(parameter.name)}_object"


def object_word(parameter: Parameter) -> str:
    """The word of an object on the client's side."""
    return f"{names.words(parameter.name)}_word"


def pointer_to(parameter: Parameter) -> str:
    """The pointer to an object that a method gets."""
    return ("" if parameter.type.nullable else "&") + names.given(parameter.name)


def buffer_name(parameter: Parameter) -> str:
    """The span of a buffer on the server's side."""
    return f"{names.words(parameter.name)}_span"


SystemCall = Callable[[Carried, int], list[str]]
"""The statements of a client's method that is entry `number` of its domain's table."""


def system_call_stub(
    binding: WholeBinding,
    methods: Sequence[Carried],
    statements: SystemCall | None = None,
    includes: Sequence[str] = (),
) -> GeneratedClass:
    """The class of a client beside the kernel: its methods are entries of its domain's table."""
    make = statements or system_call
    bodies = [
        (each.method, make(each, binding.first_call + place)) for place, each in enumerate(methods)
    ]
    used = ["core/calls/handle.hpp"] if any(each.objects for each in methods) else []
    return stub_class(binding, {}, bodies, includes=["domain/system_call.hpp", *used, *includes])


def system_call(carried: Carried, number: int) -> list[str]:
    """The statements of a client's method; what the kernel answers is an answer."""
    made = carried.object_words()
    if carried.in_registers:
        arguments = ", ".join([str(number), *carried.given])
        call = f"flat::domain::system_call({arguments})"
        if carried.results == 0:
            return [*made, f"{call};"]
        answer = carried.answer(["answer.first", "answer.second"])
        return [*made, f"flat::Answer const answer = {call};", *answer]
    block = f"flat::u64 words[{carried.block}]{{{', '.join(carried.given)}}};"
    call = f"flat::domain::system_call({number}, flat::address_of(words));"
    return [
        *made,
        block,
        call,
        *carried.answer([f"words[{place}]" for place in range(carried.results)]),
    ]


def entry_function(
    name: str, used: int, lines: Sequence[str], has_object: bool = True
) -> list[str]:
    """A function of a table's entry, of which the first `used` words are read."""
    taken = [f"w{place}" if place < used else "" for place in range(argument_registers)]
    parameters = ", ".join(f"flat::u64 {each}" for each in taken)
    head = f"static flat::Answer {name}(void*{' object' if has_object else ''}, {parameters}) {{"
    return [head, *(f"    {each}" for each in lines), "}"]


def table_class(
    what: str,
    name: str,
    ports: Mapping[str, str],
    functions: Mapping[str, Sequence[str]],
    includes: Sequence[str] = (),
    members: Sequence[str] = (),
    entries: Sequence[str] = (),
) -> GeneratedClass:
    """A class that fills in entries of a table of calls (core/calls/domain_calls.hpp).

    `entries` are their values in C++; without them they are the functions, in their order.
    """
    refuse_taken_names(functions, ports)
    values = entries or [f"{each}, this" for each in functions]
    filled = [f"    table[{place}] = {{{each}}};" for place, each in enumerate(values)]
    return GeneratedClass(
        what=what,
        name=name,
        ports=ports,
        includes=["core/calls/domain_calls.hpp", *includes],
        public=[
            "",
            "/// Fills in the entries of all methods.",
            "void enter_into(flat::Call* table) {",
            *filled,
            "}",
        ],
        private=["", *(line for each in functions.values() for line in (*each, "")), *members],
    )


def crossing_bridge(
    binding: WholeBinding,
    stub: GeneratedClass,
    skeleton: GeneratedClass,
    middle: GeneratedClass | None = None,
    own: GeneratedClass | None = None,
    got: GeneratedClass | None = None,
    more: Mapping[str, GeneratedClass] | None = None,
    entries: Mapping[str, int] | None = None,
    travels: tuple[Travel, ...] = (),
) -> Bridge:
    """The bridge of these classes, each in a header of its own.

    `entries` are those that each of them fills in, by its suffix, where they are not the methods;
    `more` are further classes by their headers, which the others include.
    """
    pieces = {"": stub, "skeleton": skeleton, "middle": middle, "own": own, "got": got}
    files = {header: each.text() for header, each in (more or {}).items()}
    made: dict[str, Piece] = {}
    for suffix, each in pieces.items():
        if each:
            header = f"between/{binding.name}{'_' if suffix else ''}{suffix}.hpp"
            files[header] = each.text()
            beneath = "beneath" if "beneath" in each.ports else ""
            count = (entries or {}).get(suffix)
            made[suffix] = Piece(each.full_name, header, beneath, entries=count)
    return Bridge(
        files,
        stub=made[""],
        skeleton=made["skeleton"],
        middle=made.get("middle"),
        own=made.get("own"),
        got=made.get("got"),
        travels=travels,
    )


refuse_member = [
    "[[gnu::cold, gnu::noinline]] flat::Answer refuse(flat::Text why) {",
    "    user_mode->current()->refuse(why.bytes());",
    "    return {};",
    "}",
    "",
]
"""The member of a class in the kernel that ends the caller's domain."""


def refusal(carried: Carried, why: str) -> str:
    """The statement that ends the caller's domain."""
    return f'    return self.refuse("{why}: {carried.full_name}");'


def arrived(carried: Carried) -> tuple[list[str], list[str]]:
    """Statements in the kernel that read and check a caller's words, and what these are called."""
    words = [f"w{place}" for place in range(argument_registers)]
    lines = ["flat::machine::enable_interrupts();"]
    if not carried.in_registers:
        words = [f"words[{place}]" for place in range(carried.block)]
        lines += [
            f"flat::u64 words[{carried.block}]{{}};",
            f"flat::Span<flat::u64> const sent(words, {len(carried.given)});",
            "if (!flat::machine::copy_from_user(flat::writable_bytes_of(sent), w0))",
            refusal(carried, "passes arguments that it has not"),
        ]
    for parameter, condition in carried.conditions(words):
        lines.append(f"if (!({condition}))")
        lines.append(refusal(carried, f"passes an invalid `{parameter.name}`"))
    return lines, words


def sent_back(carried: Carried) -> list[str]:
    """Statements in the kernel that give a caller the results that are in its block of words."""
    if not carried.results:
        return ["return {};"]
    results = f"flat::bytes_of(flat::Span<flat::u64 const>(words, {carried.results}))"
    return [
        f"if (!flat::machine::copy_to_user(w0, {results}))",
        refusal(carried, "cannot write its results"),
        "return {};",
    ]
