# SPDX-License-Identifier: BSD-2-Clause
"""Generates the C++ declaration of an interface file: one self-contained header.

Interfaces become abstract classes that derive virtually from their super-interfaces, so that a
class may implement several that share one; records and error classes become plain structs.
The mapping is stated in docs/java-subset.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flatland.idl import builtin, names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.layout import doc, fitted, indented, separated, wrapped
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

_objects = ""  # kernel objects are classes of namespace flat, whatever their package


def header_path(file: InterfaceFile) -> str:
    """How the header of a file is included: `flat/hal/timer.hpp`."""
    return names.header(file.package, file.declaration.name)


def generate(file: InterfaceFile) -> str:
    """The text of the header."""
    return _Header(file).text()


def declare(file: InterfaceFile, library: InterfaceLibrary) -> dict[str, str]:
    """The C++ declarations by the path with which they are included: one header."""
    return {header_path(file): generate(file)}


@dataclass(frozen=True)
class Signature:
    """A method as a class outside the interface's file overrides it."""

    result: str
    name: str
    parameters: tuple[tuple[str, str], ...]  # type and name

    @property
    def declaration(self) -> str:
        """`flat::u32 read(flat::u64 sector)`."""
        parameters = ", ".join(f"{kind} {name}" for kind, name in self.parameters)
        return f"{self.result} {self.name}({parameters})"

    def call(self, target: str) -> str:
        """The call of the same method of another object, with the same arguments."""
        return f"{target}->{self.name}({', '.join(name for _, name in self.parameters)})"


def signature(method: Method) -> Signature:
    """A method in C++, every name in full; parameters are called as `names.given` says."""
    return _Speller("flat::").signature(method, names.given)


def spelled(reference: TypeRef) -> str:
    """The C++ name of a type, in full: `flat::u32`, `flat::demo::Ledger::Kind`."""
    return _Speller("flat::").type(reference)


class _Speller:
    """The C++ names of types. What they need to be known is noted while they are written."""

    def __init__(self, core: str) -> None:
        self._core = core
        self._includes: set[str] = set()
        self._forward: set[tuple[str, str]] = set()  # package and class

    def signature(self, method: Method, name_of: Callable[[str], str]) -> Signature:
        """All of a method but its body; `name_of` says what parameters are called."""
        parameters = [(self._parameter(each), name_of(each.name)) for each in method.parameters]
        return Signature(self._result(method), names.member(method.name), tuple(parameters))

    def _result(self, method: Method) -> str:
        reference = method.result
        type = self.type(reference)
        if reference.kind in ("interface", "object"):
            type += "*" if reference.nullable or method.throws else "&"
        if method.throws is None:
            return type
        self._includes.add("core/result.hpp")
        return f"{self._core}Result<{type}, {self.type(method.throws)}>"

    def _parameter(self, parameter: Parameter) -> str:
        reference = parameter.type
        if reference.kind == "buffer":
            self._includes.add("core/span.hpp")
            const = " const" if parameter.direction == "In" else ""
            return f"{self._core}Span<{self._scalar('u8')}{const}>"
        type = self.type(reference)
        if reference.kind in ("interface", "object"):
            return type + ("*" if reference.nullable else "&")
        return f"{type} const&" if reference.kind == "record" else type

    def type(self, reference: TypeRef) -> str:
        """The C++ name of a type at the place that is being written."""
        if reference.kind == "void":
            return "void"
        if reference.kind == "scalar":
            return self._scalar(reference.name)
        if reference.kind == "object":
            self._forward.add((_objects, reference.name))
            return f"flat::{reference.name}"
        if not self._is_own(reference):
            self._declare(reference)
        return self._spelling(reference)

    def _declare(self, reference: TypeRef) -> None:
        """Makes a type of another file known: by its name alone where that is enough."""
        if reference.full_name == builtin.top.full_name:
            self._includes.add("core/top.hpp")
        elif is_held(reference) or "." in reference.name:
            self._includes.add(names.header(reference.package, reference.name))
        else:
            self._forward.add((reference.package, reference.name))

    def _is_own(self, reference: TypeRef) -> bool:
        """Whether the text that is written declares the type itself."""
        return False

    def _spelling(self, reference: TypeRef) -> str:
        """The name of a type at the place that is being written."""
        if reference.full_name == builtin.top.full_name:
            return f"{self._core}Top"
        return names.scope(reference.package, reference.name)

    def _scalar(self, name: str) -> str:
        if name in builtin.primitives:
            if name == "boolean":
                return "bool"
            self._includes.add("core/types.hpp")
            return self._core + builtin.primitives[name]
        self._includes.add("core/types.hpp")
        return self._core + builtin.scalars[name]


class _Header(_Speller):
    """The header of one file."""

    def __init__(self, file: InterfaceFile) -> None:
        self._declaration = file.declaration
        self._namespace = file.package.replace(".", "::")
        super().__init__("" if self._namespace.startswith("flat::") else "flat::")
        self._imported = {each.name.rpartition(".")[2] for each in file.imports}

    def text(self) -> str:
        """The whole header."""
        declaration = self._declaration
        if isinstance(declaration, ObjectType):
            space = "flat"
            body = [*doc(declaration.doc), f"class {declaration.name};"]
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
        forward = self._forward_classes()
        own = forward.pop(space, [])
        for other, classes in forward.items():
            lines += [f"namespace {other} {{", *classes, f"}} // namespace {other}", ""]
        lines += [f"namespace {space} {{", "", *own, *([""] if own else []), *body, ""]
        lines.append(f"}} // namespace {space}")
        return "\n".join(lines) + "\n"

    def _forward_classes(self) -> dict[str, list[str]]:
        """Classes to declare by namespace, but for those whose headers are included anyway."""
        found: dict[str, list[str]] = {}
        for package, name in sorted(self._forward):
            if package == _objects or names.header(package, name) not in self._includes:
                space = "flat" if package == _objects else package.replace(".", "::")
                found.setdefault(space, []).append(f"class {name};")
        return found

    def _define(self, declaration: Declaration) -> list[str]:
        """The definition of one type, with those inside it."""
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
        return [*doc(declaration.doc), *lines]

    def _interface(self, interface: Interface) -> list[str]:
        self._includes.add("core/top.hpp")
        name = interface.simple_name
        bases = [f"public virtual {self._base(each)}" for each in interface.supers]
        blocks = [self._identity(interface)]
        blocks += [self._constant(each) for each in interface.constants]
        blocks += self._members(interface)
        blocks += [self._limit(method, each) for method, each in interface.limits()]
        blocks += [self._method(each) for each in interface.methods]
        return [
            *wrapped(f"class {name} : ", bases, " {"),
            "public:",
            *indented(separated(blocks)),
            "",
            "protected:",
            f"    ~{name}() = default;",
            "};",
        ]

    def _identity(self, interface: Interface) -> list[str]:
        head = f"static constexpr {self._core}InterfaceId interface_id ="
        name = f"{interface.full_name}@{interface.version}"
        value = f'{self._core}InterfaceId::of("{name}");'
        return fitted(head, value)

    def _members(self, interface: Interface) -> list[list[str]]:
        """The types inside an interface, each after those that it needs."""
        ordered, _ = siblings(interface.members)
        early = [
            f"class {each.simple_name};"
            for place, each in enumerate(ordered)
            if isinstance(each, Interface) and _refer_to(ordered[:place], each)
        ]
        return ([early] if early else []) + [self._define(each) for each in ordered]

    def _record(self, record: Record) -> list[str]:
        name = record.simple_name
        fields = [f"{self.type(each.type)} {names.member(each.name)};" for each in record.fields]
        equality = f"friend constexpr bool operator==({name} const&, {name} const&) = default;"
        return [
            f"struct {name} {{",
            *indented([*fields, *([""] if fields else []), equality]),
            "};",
        ]

    def _failure(self, failure: FailureType) -> list[str]:
        name = failure.simple_name
        equality = f"friend constexpr bool operator==({name} const&, {name} const&) = default;"
        lines = [*self._define(failure.code), "using enum Code;", "", "Code code;", "", equality]
        return [f"struct {name} {{", *indented(lines), "};"]

    def _enum(self, enum: EnumType) -> list[str]:
        lines = []
        for each in enum.values:
            lines += [*doc(each.doc), f"{names.member(each.name)},"]
        head = f"enum class {enum.simple_name} : {self._scalar('u32')} {{"
        return [head, *indented(lines), "};"]

    def _constant(self, constant: Constant) -> list[str]:
        value = str(constant.value).lower()
        if constant.value == -(2**63):
            value = "-9223372036854775807 - 1"  # its absolute value is no literal of C++
        type = self._scalar(constant.type)
        text = f"static constexpr {type} {names.member(constant.name)} = {value};"
        return [*doc(constant.doc), text]

    def _limit(self, method: Method, parameter: Parameter) -> list[str]:
        name = names.member(parameter.name)
        return [
            f"/// The greatest size of `{name}` in `{names.member(method.name)}`, in bytes.",
            f"static constexpr {self._scalar('size')} {names.limit(method.name, parameter.name)} = "
            f"{parameter.max_bytes};",
        ]

    def _method(self, method: Method) -> list[str]:
        written = self.signature(method, names.member)
        head = f"virtual {written.result} {written.name}("
        parameters = [f"{kind} {name}" for kind, name in written.parameters]
        return [*doc(method.doc), *wrapped(head, parameters, ") = 0;")]

    def _base(self, reference: TypeRef) -> str:
        if reference.full_name == builtin.top.full_name:
            return f"{self._core}Top"
        if not self._is_own(reference):
            self._includes.add(names.header(reference.package, reference.name))
        return self._spelling(reference)

    def _is_own(self, reference: TypeRef) -> bool:
        own = self._declaration
        return (reference.package, reference.name.partition(".")[0]) == (own.package, own.name)

    def _spelling(self, reference: TypeRef) -> str:
        """As written where C++ looks names up as Java does: in classes, then in the package.

        C++ has no imports, so an imported name is written in full.
        """
        if reference.full_name == builtin.top.full_name:
            return f"{self._core}Top"
        first = reference.written.partition(".")[0]
        if first in self._imported or first[0].islower():
            return names.scope(reference.package, reference.name)
        return reference.written.replace(".", "::")


def _refer_to(users: Iterable[Declaration], target: Declaration) -> bool:
    return any(
        reference.full_name == target.full_name
        for user in users
        for inner in with_nested(user)
        for reference in uses(inner)
    )
