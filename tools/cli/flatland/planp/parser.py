# SPDX-License-Identifier: BSD-2-Clause
"""Reads PlanP programs, by recursive descent."""

from __future__ import annotations

from pathlib import Path

from flatland.diagnostics import Span
from flatland.planp import syntax as s
from flatland.planp.lexer import Word, refusal, split
from flatland.planp.types import Type, boolean, header_names, host, integer, mac, number_names

_types = (*number_names, *header_names, "blob", "unit")
_levels = (
    ("orelse",),
    ("andalso",),
    ("=", "<>", "<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "mod"),
)
_depth_max = 200


def parse(text: str, file: Path) -> list[s.Declaration]:
    """The declarations of a program."""
    return _Parser(split(text, file)).program()


class _Parser:
    def __init__(self, words: list[Word]) -> None:
        self._words = words
        self._place = 0
        self._depth = 0

    @property
    def _next(self) -> Word:
        return self._words[self._place]

    def _take(self) -> Word:
        word = self._next
        if word.kind != "end":
            self._place += 1
        return word

    def _wrong(self, wanted: str) -> Exception:
        return refusal("F1301", f"{wanted} is expected, not `{self._next.text}`", self._next.span)

    def _try(self, *texts: str) -> Word | None:
        is_plain = self._next.kind in ("word", "sign")
        return self._take() if is_plain and self._next.text in texts else None

    def _need(self, text: str) -> Word:
        return self._try(text) or self._fail(f"`{text}`")

    def _fail(self, wanted: str) -> Word:
        raise self._wrong(wanted)

    def _name(self, what: str) -> Word:
        return self._take() if self._next.kind == "name" else self._fail(what)

    def _to(self, start: Span) -> Span:
        """From a place to the word before; within one line, since spans are."""
        end = self._words[self._place - 1].span
        if end.line != start.line:
            return start
        return Span(start.file, start.line, start.column, end.end_column)

    def program(self) -> list[s.Declaration]:
        found: list[s.Declaration] = []
        while self._next.kind != "end":
            found.append(self._declaration())
        return found

    def _declaration(self) -> s.Declaration:
        if self._try("val"):
            return self._binding()
        if self._try("fun"):
            return self._function()
        if self._try("exception"):
            name = self._name("the name of an exception")
            return s.ExceptionName(name.text, name.span)
        if word := self._try("protostate"):
            return s.ProtocolState(self._expression(), word.span)
        if self._try("channel"):
            return self._channel()
        raise self._wrong("`val`, `fun`, `exception`, `protostate` or `channel`")

    def _binding(self) -> s.Binding:
        name = self._name("a name")
        self._need(":")
        type_ = self._type()
        self._need("=")
        return s.Binding(name.text, type_, self._expression(), name.span)

    def _parameters(self) -> list[s.Parameter]:
        found: list[s.Parameter] = []
        self._need("(")
        while not self._try(")"):
            if found:
                self._need(",")
            name = self._name("a parameter")
            self._need(":")
            found.append(s.Parameter(name.text, self._type(), name.span))
        return found

    def _function(self) -> s.Function:
        name = self._name("the name of a function")
        parameters = self._parameters()
        self._need(":")
        result = self._type()
        self._need("=")
        return s.Function(name.text, parameters, result, self._expression(), name.span)

    def _channel(self) -> s.Channel:
        name = self._name("`network`")
        if name.text != "network":
            raise refusal(
                "F1307",
                f"`{name.text}` is no channel of the network",
                name.span,
                help="packets of others come by the channel `network`",
                fix="network",
            )
        parameters = self._parameters()
        initial = self._expression() if self._try("initstate") else None
        self._need("is")
        return s.Channel(parameters, initial, self._expression(), name.span)

    def _type(self) -> Type:
        parts = [self._simple_type()]
        while self._try("*"):
            parts.append(self._simple_type())
        return parts[0] if len(parts) == 1 else Type("tuple", tuple(parts))

    def _simple_type(self) -> Type:
        if self._try("("):
            first = self._type()
            if self._try(","):
                second = self._type()
                self._need(")")
                if self._name("`hash_table`").text != "hash_table":
                    self._place -= 1
                    raise self._wrong("`hash_table`")
                return Type("hash_table", (first, second))
            self._need(")")
            return first
        name = self._name("a type")
        if name.text not in _types:
            raise refusal(
                "F1302",
                f"there is no type `{name.text}`",
                name.span,
                help=f"types are {', '.join(_types)}, `a*b`, `(a, b) hash_table`",
            )
        return Type("tuple") if name.text == "unit" else Type(name.text)

    def _expression(self, level: int = 0) -> s.Expression:
        if level == len(_levels):
            return self._prefixed()
        left = self._expression(level + 1)
        while sign := self._try(*_levels[level]):
            right = self._expression(level + 1)
            left = s.Operation(sign.span, sign.text, left, right)
        return left

    def _prefixed(self) -> s.Expression:
        self._depth += 1
        if self._depth > _depth_max:
            raise refusal(
                "F1306",
                "expressions are nested too deeply",
                self._next.span,
                help="name parts of it by `let` or `fun`",
            )
        try:
            if sign := self._try("#"):
                number = self._take()
                if number.kind != "int":
                    self._place -= 1
                    raise self._wrong("the number of a part")
                return s.Part(sign.span, int(number.text, 0), self._prefixed())
            return self._primary()
        finally:
            self._depth -= 1

    def _primary(self) -> s.Expression:
        word = self._take()
        if word.kind in ("int", "host", "mac"):
            return _number(word)
        if word.kind == "name":
            if self._try("("):
                arguments = self._list(")")
                return s.Call(word.span, word.text, arguments)
            return s.Name(word.span, word.text)
        if word.kind in ("word", "sign"):
            if word.text in ("true", "false"):
                return s.Number(word.span, boolean, int(word.text == "true"))
            if word.text == "raise":
                name = self._name("the name of an exception")
                return s.Raise(name.span, name.text)
            reader = {"(": self._group, "let": self._let, "if": self._if, "try": self._try_}
            if word.text in reader:
                return reader[word.text](word)
        self._place -= word.kind != "end"
        raise self._wrong("an expression")

    def _list(self, end: str) -> list[s.Expression]:
        found: list[s.Expression] = []
        while not self._try(end):
            if found:
                self._need(",")
            found.append(self._expression())
        return found

    def _group(self, start: Word) -> s.Expression:
        if self._try(")"):
            return s.Tuple(start.span, ())
        steps = [self._expression()]
        while self._try(";"):
            steps.append(self._expression())
        if len(steps) > 1:
            self._need(")")
            return s.Steps(start.span, steps)
        if self._try(","):
            return s.Tuple(start.span, [*steps, *self._list(")")])
        self._need(")")
        return steps[0]

    def _let(self, start: Word) -> s.Expression:
        bindings = []
        while self._try("val"):
            bindings.append(self._binding())
        self._need("in")
        body = self._steps()
        self._need("end")
        return s.Let(start.span, bindings, body)

    def _steps(self) -> s.Expression:
        start = self._next.span
        steps = [self._expression()]
        while self._try(";"):
            steps.append(self._expression())
        return steps[0] if len(steps) == 1 else s.Steps(start, steps)

    def _if(self, start: Word) -> s.Expression:
        condition = self._expression()
        self._need("then")
        then = self._expression()
        self._need("else")
        return s.If(start.span, condition, then, self._expression())

    def _try_(self, start: Word) -> s.Expression:
        body = self._steps()
        self._need("handle")
        handlers = [self._handler()]
        while self._try("|"):
            handlers.append(self._handler())
        self._need("end")
        return s.Try(start.span, body, handlers)

    def _handler(self) -> s.Handler:
        name = self._name("the name of an exception")
        self._need("=>")
        return s.Handler(name.text, self._expression(), name.span)


def _number(word: Word) -> s.Number:
    if word.kind == "mac":
        return s.Number(word.span, mac, int(word.text.replace(":", ""), 16))
    if word.kind == "host":
        bytes_ = [int(part) for part in word.text.split(".")]
        if max(bytes_) > 255:
            raise refusal(
                "F1304",
                f"`{word.text}` is no address of a host",
                word.span,
                "each part is at most 255",
            )
        return s.Number(word.span, host, int.from_bytes(bytes(bytes_), "big"))
    if not word.text.startswith("0x") and len(word.text) > 1 and word.text[0] == "0":
        raise refusal(
            "F1304", "a number does not begin with 0", word.span, fix=word.text.lstrip("0") or "0"
        )
    value = int(word.text, 0)
    if value >= 1 << 64:
        raise refusal("F1304", f"`{word.text}` does not fit", word.span, "numbers have 64 bits")
    return s.Number(word.span, integer, value)
