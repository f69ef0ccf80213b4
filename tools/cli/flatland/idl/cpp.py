# SPDX-License-Identifier: BSD-2-Clause
"""Generates the C++ declaration of an interface file: one self-contained header.

Interfaces become abstract classes that derive virtually from their super-interfaces, so that a
class may implement several that share one; records and error classes become plain structs.
The mapping is stated in docs/java-subset.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from flatland.idl import builtin, names
from flatland.idl.model import (
    Constant,
    Declaration,
    EnumType,
    FailureType,
    Interface,
    InterfaceFile,
    Method,
    ObjectType,
    Parameter,
    Record,
    TypeRef,
    uses,
    with_nested,
)
from flatland.idl.order import is_held, siblings

if TYPE_CHECKING:
    from flatland.idl.lattice import InterfaceLibrary

_columns = 100
_indent = "    "


def header_path(file: InterfaceFile) -> str:
    """How the header of a file is included: `flat/hal/timer.hpp`."""
    return names.header(file.package, file.declaration.name)


def generate(file: InterfaceFile) -> str:
    """The text of the header."""
    return _Header(file).text()


class DeclarationGenerator:
    """The C++ declarations, behind the door that every binding kind uses (`plugins`)."""

    kind = "declaration"

    def generate(self, file: InterfaceFile, library: InterfaceLibrary) -> dict[str, str]:
        """One header, by the path with which it is included."""
        return {header_path(file): generate(file)}


class _Header:
    """The header of one file. What its text uses is noted while the text is made."""

    def __init__(self, file: InterfaceFile) -> None:
        self._declaration = file.declaration
        self._namespace = file.package.replace(".", "::")
        self._core = "" if self._namespace.startswith("flat::") else "flat::"
        self._includes: set[str] = set()
        self._forward: dict[str, set[str]] = {}  # namespace -> classes
        self._scope = ""  # the Java name of the class whose body is being written

    def text(self) -> str:
        """The whole header."""
        declaration = self._declaration
        if isinstance(declaration, ObjectType):
            space = "flat"
            body = [*_doc(declaration.doc), f"class {declaration.name};"]
        else:
            space = self._namespace
            body = self._define(declaration)
        lines = [
            "// SPDX-License-Identifier: BSD-2-Clause",
            f"// Generated from {declaration.full_name.replace('.', '/')}.java: change that file.",
            "#pragma once",
            "",
        ]
        if self._includes:
            lines += [*(f"#include <{each}>" for each in sorted(self._includes)), ""]
        own = self._forward.pop(space, set())
        for other, classes in sorted(self._forward.items()):
            lines += [f"namespace {other} {{", *_classes(classes), f"}} // namespace {other}", ""]
        lines += [f"namespace {space} {{", ""]
        lines += [*_classes(own), ""] if own else []
        lines += [*body, "", f"}} // namespace {space}"]
        return "\n".join(lines) + "\n"

    def _define(self, declaration: Declaration) -> list[str]:
        """The definition of one type, with those inside it."""
        scope, self._scope = self._scope, declaration.name
        if isinstance(declaration, Interface):
            lines = self._interface(declaration)
        elif isinstance(declaration, Record):
            lines = self._record(declaration)
        elif isinstance(declaration, FailureType):
            lines = self._failure(declaration)
        elif isinstance(declaration, EnumType):
            lines = self._enum(declaration)
        else:
            raise TypeError(declaration)
        self._scope = scope
        return [*_doc(declaration.doc), *lines]

    def _interface(self, interface: Interface) -> list[str]:
        self._includes.add("core/top.hpp")
        name = interface.simple_name
        bases = ", ".join(f"public virtual {self._base(each)}" for each in interface.supers)
        core = self._core
        identity = f'{core}InterfaceId::of("{interface.full_name}@{interface.version}")'
        blocks = [[f"static constexpr {core}InterfaceId interface_id = {identity};"]]
        blocks += [self._constant(each) for each in interface.constants]
        blocks += self._members(interface)
        blocks += [self._limit(method, each) for method, each in limits(interface)]
        blocks += [self._method(each) for each in interface.methods]
        return [
            f"class {name} : {bases} {{",
            "public:",
            *_indented(_separated(blocks)),
            "",
            "protected:",
            f"{_indent}~{name}() = default;",
            "};",
        ]

    def _members(self, interface: Interface) -> list[list[str]]:
        """The types inside an interface, each behind those that it needs."""
        ordered, _ = siblings(interface.members)
        early = [
            f"class {each.simple_name};"
            for place, each in enumerate(ordered)
            if isinstance(each, Interface) and _refer_to(ordered[:place], each)
        ]
        return ([early] if early else []) + [self._define(each) for each in ordered]

    def _record(self, record: Record) -> list[str]:
        name = record.simple_name
        fields = [f"{self._type(each.type)} {names.member(each.name)};" for each in record.fields]
        equality = f"friend constexpr bool operator==({name} const&, {name} const&) = default;"
        return [
            f"struct {name} {{",
            *_indented([*fields, *([""] if fields else []), equality]),
            "};",
        ]

    def _failure(self, failure: FailureType) -> list[str]:
        name = failure.simple_name
        equality = f"friend constexpr bool operator==({name} const&, {name} const&) = default;"
        lines = [*self._define(failure.code), "using enum Code;", "", "Code code;", "", equality]
        return [f"struct {name} {{", *_indented(lines), "};"]

    def _enum(self, enum: EnumType) -> list[str]:
        lines = []
        for each in enum.values:
            lines += [*_doc(each.doc), f"{names.member(each.name)},"]
        head = f"enum class {enum.simple_name} : {self._scalar('u32')} {{"
        return [head, *_indented(lines), "};"]

    def _constant(self, constant: Constant) -> list[str]:
        value = str(constant.value).lower()
        if constant.value == -(2**63):
            value = "-9223372036854775807 - 1"  # its absolute value is no literal of C++
        type = self._scalar(constant.type)
        text = f"static constexpr {type} {names.member(constant.name)} = {value};"
        return [*_doc(constant.doc), text]

    def _limit(self, method: Method, parameter: Parameter) -> list[str]:
        name = names.member(parameter.name)
        return [
            f"/// The greatest size of `{name}` in `{names.member(method.name)}`, in bytes.",
            f"static constexpr {self._scalar('size')} {limit_name(method, parameter)} = "
            f"{parameter.max_bytes};",
        ]

    def _method(self, method: Method) -> list[str]:
        head = f"virtual {self._result(method)} {names.member(method.name)}("
        parameters = [
            f"{self._parameter(each)} {names.member(each.name)}" for each in method.parameters
        ]
        return [*_doc(method.doc), *_wrapped(head, parameters, ") = 0;")]

    def _result(self, method: Method) -> str:
        reference = method.result
        type = self._type(reference)
        if reference.kind in ("interface", "object"):
            type += "*" if reference.nullable or method.throws else "&"
        if method.throws is None:
            return type
        self._includes.add("core/result.hpp")
        return f"{self._core}Result<{type}, {self._type(method.throws)}>"

    def _parameter(self, parameter: Parameter) -> str:
        reference = parameter.type
        if reference.kind == "buffer":
            self._includes.add("core/span.hpp")
            const = " const" if parameter.direction == "In" else ""
            return f"{self._core}Span<{self._scalar('u8')}{const}>"
        type = self._type(reference)
        if reference.kind in ("interface", "object"):
            return type + ("*" if reference.nullable else "&")
        return f"{type} const&" if reference.kind == "record" else type

    def _type(self, reference: TypeRef) -> str:
        """The C++ name of a type at the place that is being written."""
        if reference.kind == "void":
            return "void"
        if reference.kind == "scalar":
            return self._scalar(reference.name)
        if reference.kind == "object":
            self._forward.setdefault("flat", set()).add(reference.name)
            return f"flat::{reference.name}"
        if not self._is_own(reference):
            self._declare(reference)
        return self._spelling(reference)

    def _base(self, reference: TypeRef) -> str:
        if reference.full_name == builtin.top.full_name:
            return f"{self._core}Top"
        if not self._is_own(reference):
            self._includes.add(names.header(reference.package, reference.name))
        return self._spelling(reference)

    def _declare(self, reference: TypeRef) -> None:
        """Makes a type of another file known: by its name alone where that is enough."""
        if reference.full_name == builtin.top.full_name:
            self._includes.add("core/top.hpp")
        elif is_held(reference) or "." in reference.name:
            self._includes.add(names.header(reference.package, reference.name))
        else:
            space = reference.package.replace(".", "::")
            self._forward.setdefault(space, set()).add(reference.name)

    def _is_own(self, reference: TypeRef) -> bool:
        own = self._declaration
        return (reference.package, reference.name.partition(".")[0]) == (own.package, own.name)

    def _spelling(self, reference: TypeRef) -> str:
        """As short as is safe: names that Java found in the package, C++ finds there too."""
        if reference.full_name == builtin.top.full_name:
            return f"{self._core}Top"
        if reference.package == self._declaration.package:
            if reference.name.rpartition(".")[0] == self._scope:
                return reference.name.rpartition(".")[2]
            if reference.written == reference.name:
                return reference.name.replace(".", "::")
        return names.scope(reference.package, reference.name)

    def _scalar(self, name: str) -> str:
        if name in builtin.primitives:
            if name == "boolean":
                return "bool"
            self._includes.add("core/types.hpp")
            return self._core + builtin.primitives[name]
        self._includes.add("core/types.hpp")
        return self._core + builtin.scalars[name]


def limits(interface: Interface) -> Iterator[tuple[Method, Parameter]]:
    """The parameters that `@Max` limits, each a constant of the class."""
    for method in interface.methods:
        for parameter in method.parameters:
            if parameter.max_bytes is not None:
                yield method, parameter


def limit_name(method: Method, parameter: Parameter) -> str:
    """The constant for a `@Max`: `write_text_max_bytes`."""
    return f"{names.words(method.name)}_{names.words(parameter.name)}_max_bytes"


def _refer_to(users: Iterable[Declaration], target: Declaration) -> bool:
    return any(
        reference.full_name == target.full_name
        for user in users
        for inner in with_nested(user)
        for reference in uses(inner)
    )


def _classes(class_names: Iterable[str]) -> list[str]:
    return [f"class {name};" for name in sorted(class_names)]


def _doc(lines: Sequence[str]) -> list[str]:
    """A doc comment. A backslash at the end of a line would continue the comment in C++."""
    safe = (f"{line} ." if line.endswith(("\\", "??/")) else line for line in lines)
    return [f"/// {line}".rstrip() for line in safe]


def _indented(lines: Iterable[str]) -> list[str]:
    return [_indent + line if line else line for line in lines]


def _separated(blocks: Iterable[Sequence[str]]) -> list[str]:
    """Blocks with an empty line between them."""
    return [line for block in blocks for line in ("", *block)][1:]


def _wrapped(head: str, parts: Sequence[str], tail: str) -> list[str]:
    """A call-like line, broken behind commas and aligned to its parenthesis where it is long."""
    room = _columns - 2 * len(_indent)
    lines = [head]
    for place, part in enumerate(parts):
        last = place == len(parts) - 1
        piece = part + (tail if last else ",")
        fresh = lines[-1] == head or lines[-1].isspace()
        if not fresh and len(lines[-1]) + 1 + len(piece) > room:
            lines.append(" " * len(head))
            fresh = True
        lines[-1] += piece if fresh else " " + piece
    return lines if parts else [head + tail]
