# SPDX-License-Identifier: BSD-2-Clause
"""A method as a function of C: its prototype there, and the two ways through it in C++.

The function gets the object as `self`, buffers as pointer and size, records by pointer, interfaces
and kernel objects as pointers to what C knows by name alone. It returns scalars, enums and objects;
a record, and the value of a method that may fail, goes to `*result`. A method that may fail returns
0, or the code of its error and 1. C++ declares the same function with types of its own that are
passed alike, so that neither language reads the other's headers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flatland.idl import c_names, cpp, names
from flatland.idl.model import Method, Parameter, TypeRef

Designated = Mapping[str, str]
"""Types of C in the place of those of the interfaces, by their full names there."""

_objects = ("interface", "object")


def c_type(reference: TypeRef, designated: Designated) -> str:
    """The type of a value in C; of an object, what a pointer points to."""
    if reference.full_name in designated:
        return designated[reference.full_name]
    if reference.kind == "void":
        return "void"
    if reference.kind == "scalar":
        return c_names.scalar(reference.name)
    return c_names.type_name(reference)


def prototype(name: str, self_type: str, method: Method, designated: Designated) -> list[str]:
    """The parts of a prototype: its beginning, and each parameter."""

    def parameter(each: Parameter) -> str:
        own = c_names.member(each.name)
        if each.type.kind == "buffer":
            return f"{'flat_const_bytes' if each.direction == 'In' else 'flat_bytes'} {own}"
        kind = c_type(each.type, designated)
        if each.type.kind == "record":
            return f"{kind} const* {own}"
        return f"{kind}{'*' if each.type.kind in _objects else ''} {own}"

    value = c_type(method.result, designated) + ("*" if method.result.kind in _objects else "")
    parameters = [f"{self_type}* self", *map(parameter, method.parameters)]
    parameters += [f"{value}* result"] if _has_out(method) else []
    if method.throws:
        value = c_names.type_name(method.throws)
    elif _has_out(method):
        value = "void"
    return [f"{value} {name}(", *parameters]


def remarks(method: Method) -> list[str]:
    """What the types of C do not say: which pointers may be null."""
    may = [c_names.member(each.name) for each in method.parameters if each.type.nullable]
    lines = [f"`{each}` may be null." for each in may]
    return [*lines, "The result may be null."] if method.result.nullable else lines


def _has_out(method: Method) -> bool:
    """Whether there is a parameter `result`."""
    kind = method.result.kind
    return kind == "record" or (method.throws is not None and kind != "void")


@dataclass(frozen=True)
class Function:
    """A method as C++ declares its function; `self_type` is that of what `self` points to."""

    name: str
    self_type: str
    method: Method

    @property
    def declaration(self) -> str:
        """`flat::u32 flat_log_Log_write(…)`, as it is declared and as its definition begins."""
        method = self.method
        parameters = [f"{self.self_type}* self_"]
        parameters += [f"{_passed(each)} {names.member(each.name)}" for each in method.parameters]
        value = _value(method)
        parameters += [f"{value}* result_"] if _has_out(method) else []
        if method.throws:
            value = "flat::u32"
        elif _has_out(method):
            value = "void"
        return f"{value} {self.name}({', '.join(parameters)})"

    def called_on(self, target: str) -> list[str]:
        """The statements of the function, which calls the method of a C++ object."""
        method = self.method
        arguments = ", ".join(map(_to_cpp, method.parameters))
        call = f"{target}->{names.member(method.name)}({arguments})"
        if method.throws:
            passing = ["*result_ = outcome_.value();"] if _has_out(method) else []
            failed = "return static_cast<flat::u32>(outcome_.error().code) + 1;"
            lines = [f"auto const outcome_ = {call};", f"if (outcome_.is_error()) {failed}"]
            return [*lines, *passing, "return 0;"]
        if method.result.kind == "record":
            return [f"*result_ = {call};"]
        if method.result.kind in _objects and not method.result.nullable:
            return [f"return &{call};"]
        return [f"{call};" if method.result.kind == "void" else f"return {call};"]

    def calling(self, this: str) -> list[str]:
        """The statements of the method, which calls the function of C."""
        method = self.method
        arguments = [this, *map(_to_c, method.parameters)]
        arguments += ["&result_"] if _has_out(method) else []
        call = f"{self.name}({', '.join(arguments)})"
        place = [f"{_value(method)} result_;"] if _has_out(method) else []
        if method.throws:
            error = cpp.spelled(method.throws)
            failed = f"return {error}{{static_cast<{error}::Code>(error_ - 1)}};"
            lines = [*place, f"flat::u32 const error_ = {call};", f"if (error_ != 0) {failed}"]
            return [*lines, "return result_;" if place else "return {};"]
        if place:
            return [*place, f"{call};", "return result_;"]
        if method.result.kind in _objects and not method.result.nullable:
            return [f"return *{call};"]
        return [f"{call};" if method.result.kind == "void" else f"return {call};"]


def definition(head: str, statements: Sequence[str]) -> list[str]:
    """A function of C++."""
    return [f"{head} {{", *(f"    {each}" for each in statements), "}"]


def _value(method: Method) -> str:
    """The type of what a method results in, as C passes it."""
    return cpp.spelled(method.result) + ("*" if method.result.kind in _objects else "")


def _passed(parameter: Parameter) -> str:
    """The type of a parameter that is passed as C passes it."""
    reference = parameter.type
    if reference.kind == "buffer":
        return f"flat::Span<flat::u8{' const' if parameter.direction == 'In' else ''}>"
    kind = cpp.spelled(reference)
    if reference.kind == "record":
        return f"{kind} const*"
    return f"{kind}*" if reference.kind in _objects else kind


def _to_cpp(parameter: Parameter) -> str:
    """A parameter of the function as an argument of the method."""
    name = names.member(parameter.name)
    return f"*{name}" if _is_reference(parameter) else name


def _to_c(parameter: Parameter) -> str:
    """A parameter of the method as an argument of the function."""
    name = names.given(parameter.name)
    return f"&{name}" if _is_reference(parameter) else name


def _is_reference(parameter: Parameter) -> bool:
    """Whether the method takes by reference what the function takes by pointer."""
    kind = parameter.type.kind
    return kind == "record" or (kind in _objects and not parameter.type.nullable)
