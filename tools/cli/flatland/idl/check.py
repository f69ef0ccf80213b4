# SPDX-License-Identifier: BSD-2-Clause
"""Checks a resolved library: types in their places, and what each method promises.

Names and cycles, which concern several declarations at once, are in `check_names` and
`check_cycles`.
"""

from __future__ import annotations

from flatland.diagnostics import Diagnostic, Span, error
from flatland.idl.check_cycles import check_cycles
from flatland.idl.check_names import check_names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import (
    Interface,
    Method,
    Parameter,
    Record,
    TypeRef,
    resource,
    with_nested,
)

_kind_names = {
    "void": "void",
    "scalar": "a scalar",
    "buffer": "a Buf",
    "enum": "an enum",
    "record": "a record",
    "failure": "an error class",
    "interface": "an interface",
    "object": "a kernel object",
}


def check(library: InterfaceLibrary) -> list[Diagnostic]:
    """All that is wrong in files that could be read. Unresolved types have been reported."""
    checker = _Checker(library)
    for file in library.files:
        for declaration in with_nested(file.declaration):
            if isinstance(declaration, Record):
                checker.check_record(declaration)
            elif isinstance(declaration, Interface):
                checker.check_interface(declaration)
    cycles = check_cycles(library)
    # Inherited names are only known where `extends` ends somewhere.
    rest = [] if any(each.code == "F0609" for each in cycles) else check_names(library)
    return [*checker.diagnostics, *cycles, *rest]


class _Checker:
    def __init__(self, library: InterfaceLibrary) -> None:
        self._library = library
        self.diagnostics: list[Diagnostic] = []

    def check_record(self, record: Record) -> None:
        """A record is plain data that can be copied into another protection domain."""
        for each in record.fields:
            if each.type.kind == "buffer":
                self._report(
                    "F0606",
                    "a Buf inside a record",
                    each.type.span,
                    "pass it as a parameter of its own",
                )
            else:
                self._expect(
                    each.type,
                    ("scalar", "enum", "record"),
                    "a record component",
                    "a record is plain data: scalars, enums and records",
                )

    def check_interface(self, interface: Interface) -> None:
        """What it extends, and its methods."""
        for base in interface.supers:
            self._expect(base, ("interface",), "what an interface extends", None)
        for method in interface.methods:
            self._check_result(method)
            if method.throws:
                self._expect(
                    method.throws,
                    ("failure",),
                    "what a method throws",
                    "write an error class that extends flat.lang.Failure",
                )
            for parameter in method.parameters:
                self._check_parameter(parameter)
            if method.one_way:
                self._check_one_way(method)
            if method.pure:
                self._check_pure(method)

    def _check_result(self, method: Method) -> None:
        result = method.result
        if result.kind == "buffer":
            self._report(
                "F0606",
                "a method cannot return a Buf",
                result.span,
                "let the caller pass an `@Out Buf` and return how many bytes were written",
            )
            return
        values = ("void", "scalar", "enum", "record", "interface", "object")
        self._expect(result, values, "a result", "return its `Code`")
        self._check_nullable(result)
        if method.narrowed and result.kind != "unresolved" and result.full_name != resource:
            self._report(
                "F0610",
                f"`@Narrowed` on a method that returns {_kind_names[result.kind]}",
                result.span,
                f"what turns out to have another interface is returned as `{resource}`",
            )

    def _check_parameter(self, parameter: Parameter) -> None:
        type = parameter.type
        self._expect(
            type,
            ("scalar", "buffer", "enum", "record", "interface", "object"),
            "a parameter",
            "pass its `Code`" if type.kind == "failure" else None,
        )
        self._check_nullable(type)
        if type.kind == "unresolved":
            return
        if type.kind == "buffer" and parameter.direction is None:
            self._report(
                "F0606",
                f"the Buf `{parameter.name}` has no direction",
                type.span,
                "write `@In`, `@Out` or `@InOut` before it",
            )
        elif type.kind != "buffer" and parameter.direction:
            self._report(
                "F0606",
                f"`@{parameter.direction}` on {_kind_names[type.kind]}",
                parameter.span,
                "only a Buf has a direction; other results are returned",
            )
        elif type.kind != "buffer" and parameter.max_bytes:
            self._report(
                "F0606",
                f"`@Max` on {_kind_names[type.kind]}",
                parameter.span,
                "only the length of a Buf is limited",
            )
        if parameter.held:
            self._check_held(parameter)

    def _check_held(self, parameter: Parameter) -> None:
        """What is held is released some day, so it is a resource."""
        type = parameter.type
        help = f"let `{type.name}` extend `{resource}`, or lend it without `@Held`"
        if type.kind != "interface":
            message, help = f"`@Held` on {_kind_names[type.kind]}", "only an object is held"
        elif not self._library.is_subtype(type.full_name, resource):
            message = f"`@Held` on `{type.name}`, which is no resource"
        else:
            return
        self._report("F0620", message, parameter.span, help)

    def _check_one_way(self, method: Method) -> None:
        if method.result.kind not in ("void", "unresolved"):
            self._report(
                "F0607",
                f"the one-way method `{method.name}` has a result",
                method.result.span,
                "its caller does not wait: return void",
            )
        if method.throws:
            self._report(
                "F0607",
                f"the one-way method `{method.name}` throws",
                method.throws.span,
                "its caller does not wait: it learns of no failure",
            )
        for parameter in method.parameters:
            if parameter.direction in ("Out", "InOut"):
                self._report(
                    "F0607",
                    f"the one-way method `{method.name}` has an output",
                    parameter.span,
                    "its caller does not wait: pass an `@In Buf`",
                )
            if parameter.type.kind == "interface" and not parameter.held:
                self._report(
                    "F0607",
                    f"the one-way method `{method.name}` is lent `{parameter.name}`",
                    parameter.span,
                    "what is lent is lent until the call returns: write `@Held` before a resource",
                )

    def _check_pure(self, method: Method) -> None:
        values = ("scalar", "enum", "record", "unresolved")
        if method.result.kind not in values:
            self._report(
                "F0619",
                f"the pure method `{method.name}` returns {_kind_names[method.result.kind]}",
                method.result.span,
                "a result that can be remembered is a scalar, an enum or a record",
            )
        for parameter in method.parameters:
            if parameter.type.kind not in values:
                self._report(
                    "F0619",
                    f"the pure method `{method.name}` gets {_kind_names[parameter.type.kind]}",
                    parameter.span,
                    "what a result depends on are scalars, enums and records",
                )

    def _check_nullable(self, type: TypeRef) -> None:
        if type.nullable and type.kind not in ("interface", "object", "unresolved"):
            self._report(
                "F0610",
                f"`@Nullable` on {_kind_names[type.kind]}",
                type.span,
                "only an interface or a kernel object may be absent",
            )

    def _expect(self, type: TypeRef, kinds: tuple[str, ...], place: str, help: str | None) -> None:
        if type.kind not in (*kinds, "unresolved"):
            message = f"{place} cannot be {_kind_names[type.kind]}"
            self._report("F0614", message, type.span, help)

    def _report(self, code: str, message: str, span: Span, help: str | None) -> None:
        self.diagnostics.append(error(code, message, span, help=help))
