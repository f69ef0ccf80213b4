# SPDX-License-Identifier: BSD-2-Clause
"""From the text of a PlanP program to its form."""

from __future__ import annotations

from pathlib import Path

from flatland.diagnostics import Span
from flatland.errors import failure, shown
from flatland.planp import form
from flatland.planp import syntax as s
from flatland.planp.calls import reserved
from flatland.planp.code import Code
from flatland.planp.expressions import Expressions
from flatland.planp.lexer import refusal
from flatland.planp.parser import parse
from flatland.planp.types import Type, header_names, words_max
from flatland.planp.writing import Scope, Value


def compile_file(file: Path) -> form.Form:
    """The form of a program; what is wrong with it is a user error."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise failure("F0104", f"{shown(file)} cannot be read: {problem}") from problem
    return compile_text(text, file)


def compile_text(text: str, file: Path) -> form.Form:
    """The same for text that says where it is from."""
    compiler = _Compiler()
    for declaration in parse(text, file):
        compiler.declare(declaration)
    return compiler.finished(file)


class _Compiler:
    def __init__(self) -> None:
        self._scope = Scope()
        self._form = form.Form()
        self._initial_shared: s.Expression | None = None
        self._shared: tuple[Type, int] | None = None  # the protocol's state
        self._names: set[str] = set()

    def declare(self, declaration: s.Declaration) -> None:
        """Checks one declaration, and writes its code if it is a channel."""
        if isinstance(declaration, s.Channel):
            self._channel(declaration)
            return
        if isinstance(declaration, s.ProtocolState):
            if self._initial_shared or self._form.channels:
                raise refusal(
                    "F1305",
                    "the state of the protocol is stated too late or twice",
                    declaration.span,
                    help="it stands once, before all channels",
                )
            self._initial_shared = declaration.initial
            return
        self._new_name(declaration.name, declaration.span)
        if isinstance(declaration, s.ExceptionName):
            self._scope.exceptions.add(declaration.name)
        elif isinstance(declaration, s.Binding):
            self._constant(declaration)
        else:
            self._function(declaration)

    def finished(self, file: Path) -> form.Form:
        """The whole program."""
        if not self._form.channels:
            place = Span(file, 1, 1, 1)
            raise refusal(
                "F1307",
                "the program has no channel",
                place,
                help="channel network(ps : int, ss : int, p : ether*blob) is ...",
            )
        return self._form

    def _new_name(self, name: str, span: Span) -> None:
        if name in self._names or name in self._scope.exceptions or reserved(name):
            raise refusal("F1305", f"`{name}` means something already", span)
        self._names.add(name)

    def _constant(self, declaration: s.Binding) -> None:
        if not declaration.type.is_data():
            raise refusal(
                "F1303", f"a constant cannot be of type {declaration.type}", declaration.span
            )
        words = tuple(self._initial(declaration.type, declaration.value))
        self._scope.constants[declaration.name] = (declaration.type, words)

    def _function(self, function: s.Function) -> None:
        """Checks the body by writing it for nobody."""
        code = Code(0, function.span)
        expressions = Expressions(self._scope, code)
        expressions.expect(function.body, function.result, self._parameters(function, code))
        self._scope.functions[function.name] = function

    @staticmethod
    def _parameters(function: s.Function, code: Code) -> dict[str, Value]:
        names: dict[str, Value] = {}
        for each in function.parameters:
            if each.name in names:
                raise refusal("F1305", f"`{each.name}` means something already", each.span)
            names[each.name] = Value(each.type, tuple(code.take(each.type.words())))
        return names

    def _initial(self, type_: Type, node: s.Expression) -> list[int]:
        """The words that a constant expression of this type stands for."""
        parts = node.parts if isinstance(node, s.Tuple) else ()
        if type_.name == "tuple" and parts and len(parts) == len(type_.parts):
            pairs = zip(type_.parts, parts, strict=True)
            return [word for part, each in pairs for word in self._initial(part, each)]
        if isinstance(node, s.Number) and node.type == type_:
            return [node.value]
        if isinstance(node, s.Name) and node.name in self._scope.constants:
            known, words = self._scope.constants[node.name]
            if known == type_:
                return list(words)
        if type_.name == "hash_table" and isinstance(node, s.Call) and node.name == "mkTable":
            return [self._table(type_, node)]
        raise refusal(
            "F1303",
            f"this is no constant of type {type_}",
            node.span,
            f"should be {type_}",
            help="a number, an address, a tuple of such, or mkTable(n) for a table",
        )

    def _table(self, type_: Type, node: s.Call) -> int:
        (capacity,) = self._initial(Type("int"), node.arguments[0]) if node.arguments else (0,)
        if len(node.arguments) != 1 or not 1 <= capacity <= form.capacity_max:
            raise refusal("F1304", "a table has room for 1 to 65536 keys", node.span)
        keys, values = (len(part.words()) for part in type_.parts)
        is_data = all(part.is_data() for part in type_.parts)
        if not is_data or not all(1 <= count <= words_max for count in (keys, values)):
            raise refusal(
                "F1303",
                f"there are no tables of type {type_}",
                node.span,
                help="keys and values are one to three numbers or addresses",
            )
        if len(self._form.tables) == form.tables_max:
            raise refusal("F1306", f"a program has at most {form.tables_max} tables", node.span)
        self._form.tables.append(form.Table(keys, values, capacity))
        return len(self._form.tables) - 1

    def _state(self, type_: Type, initial: s.Expression) -> tuple[Type, int]:
        """Adds a state; its type, and the first of its words."""
        first = len(self._form.states)
        words = self._initial(type_, initial)
        self._form.states += zip(type_.words(), words, strict=True)
        if len(self._form.states) > form.states_max:
            raise refusal("F1306", f"the state has at most {form.states_max} words", initial.span)
        return type_, first

    def _channel(self, channel: s.Channel) -> None:
        if len(channel.parameters) != 3:
            raise refusal(
                "F1307",
                "a channel has three parameters",
                channel.span,
                help="the protocol's state, its own, and a packet",
            )
        shared, own, packet = channel.parameters
        innermost = packet.type.innermost()
        if innermost is None:
            raise refusal(
                "F1307",
                f"{packet.type} is not the type of a packet",
                packet.span,
                help="a packet is ether*blob, ether*ip*udp*blob and so on",
            )
        if self._shared is None:
            first = self._initial_shared or _zero(shared.type, shared.span)
            self._shared = self._state(shared.type, first)
        if shared.type != self._shared[0]:
            raise refusal(
                "F1303",
                f"the protocol's state is of type {self._shared[0]}",
                shared.span,
                f"should be {self._shared[0]}",
            )
        initial = channel.initial or _zero(own.type, own.span)
        places = {shared.name: self._shared, own.name: self._state(own.type, initial)}
        if len(self._form.channels) == form.channels_max:
            raise refusal(
                "F1306", f"a program has at most {form.channels_max} channels", channel.span
            )
        self._form.channels.append(self._written(channel, innermost, places))

    def _written(
        self, channel: s.Channel, innermost: str, places: dict[str, tuple[Type, int]]
    ) -> form.Channel:
        code = Code(header_names.index(innermost), channel.span)
        shared, own, packet = channel.parameters
        names = {packet.name: Value(packet.type, tuple(code.take(packet.type.words())))}
        if len({shared.name, own.name, packet.name}) != 3:
            raise refusal("F1305", "two parameters have one name", channel.span)
        for name, (type_, first) in places.items():
            registers = code.take(type_.words())
            names[name] = Value(type_, tuple(registers))
            for offset, register in enumerate(registers):
                code.emit("state_get", register, d=first + offset)
        before = [register for name in places for register in names[name].registers]
        expressions = Expressions(self._scope, code)
        result = Type("tuple", (shared.type, own.type))
        after = expressions.expect(channel.body, result, names).registers
        numbers = [first + i for type_, first in places.values() for i in range(len(type_.words()))]
        for number, old, new in zip(numbers, before, after, strict=True):
            if old != new:
                code.emit("state_set", new, d=number)
        code.emit("finish")
        expressions.finish_failures()
        return code.finished()


def _zero(type_: Type, span: Span) -> s.Expression:
    """What a state that nobody states begins with."""
    if type_.name == "tuple":
        return s.Tuple(span, [_zero(part, span) for part in type_.parts])
    if type_.is_number:
        return s.Number(span, type_, 0)
    raise refusal("F1307", f"a state of type {type_} needs `initstate`", span)
