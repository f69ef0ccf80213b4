# SPDX-License-Identifier: BSD-2-Clause
"""Reads what stands inside declarations: constants, methods, parameters, fields, enum values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from tree_sitter import Node

from flatland.idl import builtin
from flatland.idl.constants import Evaluator
from flatland.idl.model import (
    CallContext,
    Constant,
    ConstantType,
    Direction,
    Enumerator,
    Field,
    Method,
    Parameter,
    TypeRef,
)
from flatland.idl.reader import Marks, Reader
from flatland.idl.source import Refused, children, doc_comment, field

_directions: tuple[Direction, ...] = ("In", "Out", "InOut")
_of_methods = ("Context", "Narrowed", "Nullable", "OneWay", "Pure")


class MemberReader(Reader):
    """Reads members; the declarations around them are the parser's."""

    def constants(self, nodes: Iterable[Node]) -> tuple[Constant, ...]:
        """The constants of an interface; each may use those before it."""
        known: dict[str, Constant] = {}
        found: list[Constant] = []

        def read(declaration: Node) -> None:
            type = self._constant_type(declaration)
            doc = doc_comment(self.source, declaration)
            for declarator in declaration.children_by_field_name("declarator"):
                constant = self._constant(declarator, type, doc, known)
                known.setdefault(constant.name, constant)
                found.append(constant)

        self.each(nodes, read)
        return tuple(found)

    def _constant_type(self, node: Node) -> ConstantType:
        self.marks(node, (), (), "a constant")
        type_node = field(node, "type")
        text = self.type(type_node).name
        if text not in builtin.primitives:
            help = "constants are `int`, `long` or `boolean`: Java knows no others"
            raise self.refusal("F0616", "a constant of another type", type_node, help)
        return cast(ConstantType, text)

    def _constant(
        self,
        declarator: Node,
        type: ConstantType,
        doc: tuple[str, ...],
        known: Mapping[str, Constant],
    ) -> Constant:
        name = field(declarator, "name")
        value = declarator.child_by_field_name("value")
        if value is None:
            raise self.refusal("F0616", "the constant has no value", name)
        return Constant(
            self.name(name, "constant"),
            type,
            Evaluator(self.source, known).value(value, type),
            doc,
            self.source.span(name),
        )

    def method(self, node: Node) -> Method:
        """A method without a body. Parameters with errors are left out."""
        if any(child.type in ("type_parameters", "block") for child in node.children):
            raise Refused(None)
        marks = self.marks(node, (), _of_methods, "a method")
        name = field(node, "name")
        parameters = self.only(field(node, "parameters"), "formal_parameter", "spread_parameter")
        return Method(
            self.name(name, "member"),
            tuple(self.each(parameters, self._parameter)),
            self._result(field(node, "type"), "Nullable" in marks),
            self._throws(node),
            "OneWay" in marks,
            "Pure" in marks,
            "Narrowed" in marks,
            self._context(marks),
            doc_comment(self.source, node),
            self.source.span(name),
        )

    def _result(self, node: Node, nullable: bool) -> TypeRef:
        types = self.each([node], lambda each: self.type(each, nullable=nullable))
        # In place of a refused type stands one that no check objects to.
        return types[0] if types else TypeRef("void", self.source.span(node), False, "void")

    def _throws(self, node: Node) -> TypeRef | None:
        for clause in children(node):
            if clause.type == "throws":
                types = children(clause)
                if len(types) > 1:
                    message = "a method throws one error class: `Result` holds one"
                    raise self.refusal(
                        "F0614", message, types[1], "put all reasons into one `Code`"
                    )
                return next(iter(self.each(types, self.type)), None)
        return None

    def _context(self, marks: Marks) -> CallContext | None:
        if "Context" not in marks:
            return None
        value = self.argument(marks.annotations["Context"])
        text = self.dotted(value) if value.type == "identifier" else self.source.text(value)
        if text not in builtin.contexts:
            message = f"there is no context `{text}`"
            help = "write `THREAD` or `INTERRUPT`, imported statically from flat.lang.ContextKind"
            raise self.refusal("F0610", message, value, help)
        self.contexts.append(TypeRef(text, self.source.span(value)))
        return cast(CallContext, text)

    def _parameter(self, node: Node) -> Parameter:
        marks = self.marks(node, (), (*_directions, "Held", "Max", "Nullable"), "a parameter")
        given = [each for each in _directions if each in marks]
        name = field(node, "name")
        if len(given) > 1:
            message = f"`@{given[0]}` and `@{given[1]}` on one parameter"
            raise self.refusal("F0606", message, name, "`@InOut` is both")
        return Parameter(
            self.name(name, "member"),
            self.type(field(node, "type"), nullable="Nullable" in marks),
            given[0] if given else None,
            self.count(marks, "Max", "F0606") if "Max" in marks else None,
            "Held" in marks,
            self.source.span(name),
        )

    def fields(self, node: Node) -> tuple[Field, ...]:
        """The components of a record."""
        return tuple(self._field(each) for each in self.only(node, "formal_parameter"))

    def _field(self, node: Node) -> Field:
        self.marks(node, (), (), "a record component")
        name = field(node, "name")
        return Field(
            self.name(name, "member"), self.type(field(node, "type")), self.source.span(name)
        )

    def enumerators(self, body: Node) -> tuple[Enumerator, ...]:
        """The values of an enum, at least one."""
        nodes = self.only(body, "enum_constant", "enum_body_declarations")
        values = [node for node in nodes if node.type == "enum_constant"]
        for node in nodes:
            if node.type == "enum_body_declarations":
                self.only(node)
        if not values:
            raise self.refusal("F0615", "the enum has no values", body)
        return tuple(self._enumerator(node) for node in values)

    def _enumerator(self, node: Node) -> Enumerator:
        (name,) = self.only(node, "identifier")
        span = self.source.span(name)
        return Enumerator(self.name(name, "constant"), doc_comment(self.source, node), span)

    def count(self, marks: Marks, annotation: str, code: str) -> int:
        """The value of `@Version` or `@Max`, at least 1."""
        value = self.argument(marks.annotations[annotation])
        number = Evaluator(self.source, {}).value(value, "int")
        if number < 1:
            raise self.refusal(code, f"`@{annotation}` counts from 1", value)
        return int(number)
