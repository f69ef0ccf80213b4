# SPDX-License-Identifier: BSD-2-Clause
"""Parses an `.x` file; the first syntax error ends it."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from flatland.diagnostics import Edit, FlatError, Span, replacement
from flatland.idl.xdr.builtin import numbers, of_c, reserved
from flatland.idl.xdr.model import (
    Arm,
    Constant,
    Declaration,
    Definition,
    Enum,
    Member,
    Name,
    Procedure,
    Program,
    Specification,
    Struct,
    Type,
    Typedef,
    Union,
    Value,
    Version,
)
from flatland.idl.xdr.words import Word, integer, refusal, words

T = TypeVar("T")

_starts = ("const", "enum", "program", "struct", "typedef", "union")


def parse(path: Path) -> Specification:
    """Reads a file; raises with what is wrong with its form."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as reason:
        message = f"cannot read {path.name}: {reason.strerror}"
        raise refusal("F1201", message, Span(path, 1, 1, 1)) from reason
    except UnicodeDecodeError as reason:
        line = reason.object[: reason.start].count(b"\n") + 1
        message = "this file is not UTF-8 text"
        raise refusal("F1201", message, Span(path, line, 1, 1)) from reason
    return _Parser(path, words(path, text.replace("\r\n", "\n"))).specification()


class _Parser:
    def __init__(self, path: Path, found: list[Word]) -> None:
        self._path = path
        self._words = found
        self._place = 0

    def specification(self) -> Specification:
        found: list[Definition] = []
        while self._next.kind != "end":
            found.append(self._definition())
        return Specification(self._path, tuple(found))

    @property
    def _next(self) -> Word:
        return self._words[self._place]

    def _take(self) -> Word:
        word = self._next
        if word.kind != "end":
            self._place += 1
        return word

    def _has(self, text: str) -> bool:
        """Takes the next word if it is this one."""
        is_there = self._next.text == text and self._next.kind != "end"
        self._place += is_there
        return is_there

    def _expect(self, text: str) -> Word:
        if self._next.text == text and self._next.kind != "end":
            return self._take()
        if text in ";,:=" and self._place:
            raise self._missing(text)
        raise self._unexpected(f"`{text}`")

    def _missing(self, text: str) -> FlatError:
        """What is missing after the word before, with the edit that puts it there."""
        before = self._words[self._place - 1].span
        place = Span(before.file, before.line, before.end_column, before.end_column)
        gap = f" {text}" if text == "=" else text
        return refusal(
            "F1201",
            f"expected `{text}`, found {self._found()}",
            place,
            "missing here",
            edit=replacement(place, gap),
        )

    def _found(self) -> str:
        return f"`{self._next.text}`" if self._next.kind != "end" else "the end of the file"

    def _unexpected(self, wanted: str, edit: Edit | None = None) -> FlatError:
        message = f"expected {wanted}, found {self._found()}"
        return refusal("F1201", message, self._next.span, "not expected here", edit=edit)

    def _name(self, what: str) -> Name:
        word = self._next
        if word.kind != "name":
            raise self._unexpected(what)
        if word.text in reserved:
            message = f"`{word.text}` is a word of the language, not {what}"
            edit = replacement(word.span, f"{word.text}_")
            help = "choose another name"
            raise refusal("F1201", message, word.span, help=help, edit=edit)
        self._take()
        return Name(word.text, word.span)

    def _value(self) -> Value:
        """A number or the name of one."""
        word = self._next
        if word.kind == "number":
            number = integer(self._take().text)
            assert number is not None
            return Value(number, None, word.span)
        if word.text in ("TRUE", "FALSE"):
            self._take()
            return Value(int(word.text == "TRUE"), None, word.span)
        name = self._name("a number or the name of a constant")
        return Value(-1, name.text, name.span)

    def _definition(self) -> Definition:
        makers: dict[str, Callable[[], Definition]] = {
            "const": self._constant,
            "enum": self._enum,
            "program": self._program,
            "struct": self._struct,
            "typedef": self._typedef,
            "union": self._union,
        }
        word = self._next
        if word.text not in makers:
            near = difflib.get_close_matches(word.text, _starts, n=1)
            edit = replacement(word.span, near[0]) if near else None
            raise self._unexpected(", ".join(f"`{each}`" for each in _starts), edit)
        self._take()
        definition = makers[word.text]()
        self._expect(";")
        return definition

    def _constant(self) -> Constant:
        name = self._name("the constant's name")
        self._expect("=")
        return Constant(name, self._value())

    def _enum(self) -> Enum:
        name = self._name("the name of the enumeration")
        members: list[Member] = []

        def member() -> Member:
            own = self._name("the name of a value")
            if not self._has("="):
                number = self._following(members)
                edit = replacement(self._after(own.span), f" = {number}")
                message = f"`{own.text}` has no number"
                raise refusal("F1201", message, own.span, "missing after it", edit=edit)
            members.append(Member(own, self._value()))
            return members[-1]

        self._expect("{")
        self._listed(member, "}")
        return Enum(name, tuple(members))

    @staticmethod
    def _following(members: list[Member]) -> int:
        plain = [each.value.number for each in members if each.value.name is None]
        return max(plain, default=-1) + 1

    @staticmethod
    def _after(span: Span) -> Span:
        return Span(span.file, span.line, span.end_column, span.end_column)

    def _listed(self, one: Callable[[], T], end: str) -> list[T]:
        """One or more, with commas between them; the mark at the end is taken."""
        found = [one()]
        while not self._has(end):
            self._expect(",")
            found.append(one())
        return found

    def _struct(self) -> Struct:
        name = self._name("the name of the structure")
        self._expect("{")
        fields: list[Declaration] = []
        while not self._has("}") or not fields:
            field = self._declaration()
            if field is None:
                raise self._no_void(name)
            self._expect(";")
            fields.append(field)
        return Struct(name, tuple(fields))

    def _no_void(self, name: Name) -> FlatError:
        span = self._words[self._place - 1].span
        message = f"`void` is no field of `{name.text}`"
        return refusal("F1201", message, span, help="delete it: fields have values")

    def _typedef(self) -> Typedef:
        declaration = self._declaration()
        if declaration is None:
            raise refusal("F1201", "`void` has no other name", self._words[self._place - 1].span)
        return Typedef(declaration)

    def _union(self) -> Union:
        name = self._name("the name of the union")
        self._expect("switch")
        self._expect("(")
        discriminant = self._declaration()
        if discriminant is None:
            raise refusal("F1205", "a discriminant has a value", self._words[self._place - 1].span)
        self._expect(")")
        self._expect("{")
        arms: list[Arm] = []
        default: Arm | None = None
        while not self._has("}"):
            if default:
                raise self._unexpected("`}` after the default")
            if self._has("default"):
                self._expect(":")
                default = Arm((), self._arm())
            else:
                cases = self._cases()
                arms.append(Arm(cases, self._arm()))
        if not arms and not default:
            raise refusal("F1205", f"union `{name.text}` has no case", name.span)
        return Union(name, discriminant, tuple(arms), default)

    def _cases(self) -> tuple[Value, ...]:
        cases = []
        self._expect("case")
        cases.append(self._value())
        self._expect(":")
        while self._has("case"):
            cases.append(self._value())
            self._expect(":")
        return tuple(cases)

    def _arm(self) -> Declaration | None:
        declaration = self._declaration()
        self._expect(";")
        return declaration

    def _declaration(self) -> Declaration | None:
        """A declaration; None is `void`."""
        if self._has("void"):
            return None
        type = self._type()
        if self._has("*"):
            self._refuse_bytes(type)
            return Declaration(type, self._name("the name of what is declared"), "optional")
        name = self._name("the name of what is declared")
        if self._has("["):
            if type.name == "string":
                message = "a string has no fixed length"
                help = f"write `string {name.text}<N>` for up to N bytes"
                raise refusal("F1210", message, name.span, help=help)
            bound = self._value()
            self._expect("]")
            return Declaration(type, name, "fixed", bound)
        if self._has("<"):
            if self._has(">"):
                return Declaration(type, name, "variable")
            bound = self._value()
            self._expect(">")
            return Declaration(type, name, "variable", bound)
        self._refuse_bytes(type, name)
        return Declaration(type, name)

    def _refuse_bytes(self, type: Type, name: Name | None = None) -> None:
        """Refuses opaque data and strings of which nobody says how long they are."""
        if type.name not in ("opaque", "string"):
            return
        edit = replacement(self._after(name.span), "<>") if name else None
        message = f"`{type.name}` without a length"
        help = "up to N bytes are `<N>`, any number `<>`"
        raise refusal("F1210", message, type.span, help=help, edit=edit)

    def _type(self) -> Type:
        word = self._next
        if word.text in ("struct", "union", "enum"):
            return self._tagged(self._take())
        if word.text == "unsigned":
            return self._unsigned(self._take())
        if word.text == "quadruple":
            message = "there is no `quadruple` here, nor in rpcgen"
            named = self._words[self._place + 1]
            span = replace(word.span, end_column=named.span.end_column)
            is_named = named.kind == "name" and named.span.line == span.line
            edit = replacement(span, f"opaque {named.text}[16]") if is_named else None
            help = "write `opaque NAME[16]`: the same bytes"
            raise refusal("F1207", message, word.span, help=help, edit=edit)
        if word.text in numbers or word.text in ("opaque", "string"):
            self._take()
            return Type(of_c.get(word.text, word.text), word.span)
        name = self._name("a type")
        return Type(name.text, name.span)

    def _tagged(self, word: Word) -> Type:
        """`struct NAME`, as in C."""
        if self._next.text in ("{", "switch"):
            message = f"this `{word.text}` has no name"
            help = f"define it before: `{word.text} NAME …;`, and write its name here"
            raise refusal("F1207", message, word.span, help=help)
        name = self._name("a type")
        return Type(name.text, name.span)

    def _unsigned(self, word: Word) -> Type:
        following = self._next.text
        if following in ("int", "long", "hyper", "short", "char"):
            end = self._take().span
            whole = Span(end.file, end.line, word.span.column, end.end_column)
            span = whole if end.line == word.span.line else end
            text = f"unsigned {following}"
            return Type(of_c.get(text, text), span)
        return Type("unsigned int", word.span)

    def _program(self) -> Program:
        name = self._name("the program's name")
        self._expect("{")
        versions = [self._version()]
        while not self._has("}"):
            versions.append(self._version())
        self._expect("=")
        return Program(name, tuple(versions), self._value())

    def _version(self) -> Version:
        self._expect("version")
        name = self._name("the version's name")
        self._expect("{")
        procedures = [self._procedure()]
        while not self._has("}"):
            procedures.append(self._procedure())
        self._expect("=")
        number = self._value()
        self._expect(";")
        return Version(name, tuple(procedures), number)

    def _procedure(self) -> Procedure:
        result = self._passed()
        name = self._name("the procedure's name")
        self._expect("(")
        arguments: list[Type] = []
        if not self._has(")"):
            places = [self._next.span]
            first = self._passed()
            arguments += [first] if first else []
            while not self._has(")"):
                self._expect(",")
                places.append(self._next.span)
                more = self._passed()
                if first is None or more is None:
                    message = "`void` beside other arguments"
                    span = places[0] if first is None else places[-1]
                    raise refusal("F1201", message, span, help="delete it")
                arguments.append(more)
        self._expect("=")
        number = self._value()
        self._expect(";")
        return Procedure(name, result, tuple(arguments), number)

    def _passed(self) -> Type | None:
        """What is passed to a procedure or returned by it."""
        if self._has("void"):
            return None
        type = self._type()
        if type.name == "opaque":
            message = "`opaque` without a length cannot be passed"
            help = "name it: `typedef opaque NAME<>;`"
            raise refusal("F1210", message, type.span, help=help)
        if self._next.text in ("<", "[", "*"):
            message = "an array without a name cannot be passed"
            help = f"name it: `typedef {type.name} NAME{'<>' if self._next.text == '<' else ' …'};`"
            raise refusal("F1210", message, self._next.span, help=help)
        return type
