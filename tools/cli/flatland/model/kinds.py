# SPDX-License-Identifier: BSD-2-Clause
"""Binding kinds: what each kind.toml states, checked, and finding one by its name."""

from __future__ import annotations

import re
from typing import Any, TypeVar, cast, get_args

from flatland.diagnostics import Diagnostics, Label, Span, error, replacement, source_lines
from flatland.idl import names as cpp
from flatland.lang.syntax import AttributeDeclaration, Name, Value, origin_of
from flatland.model.attributes import attribute_of
from flatland.model.interfaces import Interfaces
from flatland.model.library import DeclaredKind, Library
from flatland.model.names import listed, nearest
from flatland.model.resolved import AttributeType, BindingKind, Boundary

Setting = TypeVar("Setting")

boundaries: tuple[Boundary, ...] = get_args(Boundary)

_where_to_add = "a kind is a folder bindings/<kind>/ with a kind.toml: docs/binding-kinds.md"


class Kinds:
    """The binding kinds of all roots; each is checked when it is first asked for."""

    def __init__(self, library: Library, interfaces: Interfaces) -> None:
        self._library = library
        self._interfaces = interfaces
        self._declared: dict[str, list[DeclaredKind]] = {}
        for each in library.kinds:
            self._declared.setdefault(each.name, []).append(each)
        self._checked: dict[str, tuple[BindingKind, Diagnostics]] = {}

    @property
    def names(self) -> list[str]:
        """The names of all kinds, sorted."""
        return sorted(self._declared)

    def get(self, name: str) -> BindingKind:
        """A kind that exists, right or wrong."""
        return self._check(name)[0]

    def find(self, written: Name, found: Diagnostics) -> BindingKind | None:
        """The kind that `via` names, as its folder or in CamelCase; reports what is wrong."""
        name = cpp.words(written.text)
        if name in self._declared:
            return self._right(name, found)
        near = nearest(name, self._declared)
        help_text = f"did you mean `{near}`?" if near else None
        edit = replacement(written.span, near) if near else None
        message = f"there is no binding kind `{written.text}`"
        known = listed(f"`{each}`" for each in self.names)
        notes = [f"there is {known}" if known else "there is none", _where_to_add]
        found.add(error("F0213", message, written.span, notes=notes, help=help_text, edit=edit))
        return None

    def default(self, place: Span, found: Diagnostics) -> BindingKind | None:
        """The kind of a binding without `via`: the one whose kind.toml says `default = true`."""
        names = [name for name in self.names if self._declared[name][0].settings.get("default")]
        if len(names) == 1:
            return self._right(names[0], found)
        if not names:
            message = "no binding kind is the default, which a binding without `via` has"
            found.add(error("F0219", message, place, help="add `default = true` to its kind.toml"))
            return None
        spans = [_line_of(self._declared[name][0], "default") for name in names]
        message = f"{listed(f'`{name}`' for name in names)} are all the default: there is one"
        labels = [Label(span, "and here") for span in spans[1:]]
        found.add(error("F0219", message, spans[0], labels=labels))
        return None

    def audit(self, found: Diagnostics) -> None:
        """Reports what is wrong with any kind, used or not."""
        for name in self.names:
            self._right(name, found)

    def _right(self, name: str, found: Diagnostics) -> BindingKind | None:
        """A kind, unless something is wrong with it; reports that."""
        kind, problems = self._check(name)
        found.extend(problems)
        return None if problems.has_errors else kind

    def _check(self, name: str) -> tuple[BindingKind, Diagnostics]:
        if name not in self._checked:
            self._checked[name] = _Checker(self._declared[name], self._interfaces).run()
        return self._checked[name]


class _Checker:
    """Checks one kind.toml."""

    def __init__(self, declared: list[DeclaredKind], interfaces: Interfaces) -> None:
        self._kind = declared[0]
        self._interfaces = interfaces
        self._found = Diagnostics.of(self._kind.problems)
        self._settings = dict(self._kind.settings)
        if len(declared) > 1:
            spans = [Span(each.file, 1, 1, 1) for each in declared]
            labels = [Label(span, "also here") for span in spans[1:]]
            message = f"binding kind `{self._kind.name}` is declared {len(spans)} times"
            self._found.add(error("F0219", message, spans[0], labels=labels))

    def run(self) -> tuple[BindingKind, Diagnostics]:
        """The kind, with all that is wrong with it."""
        kind = self._kind
        self._take("default", bool, False)
        parameters = self._take("parameters", dict, {})
        made = BindingKind(
            name=kind.name,
            folder=kind.folder,
            summary=self._take("summary", str, None) or "",
            crosses=self._crosses(),
            can_fail=self._take("can_fail", bool, False),
            fans_out=self._take("fans_out", bool, False),
            leads_to=self._interface("leads_to"),
            comes_from=self._interface("comes_from"),
            parameters=tuple(self._parameter(*each) for each in parameters.items()),
            requires=tuple(self._requires("requires")),
            server_requires=tuple(self._requires("server_requires")),
            kernel_requires=tuple(self._requires("kernel_requires")),
            generator=self._file("generator"),
            page=self._file("page"),
            origin=origin_of(Span(kind.file, 1, 1, 1)),
        )
        for key in self._settings if not kind.problems else ():
            self._problem(key, f"`{key}` is no key that a binding kind has")
        if made.crosses and not made.generator and not self._found.has_errors:
            self._problem("crosses", f"`{kind.name}` crosses a boundary without a generator")
        return made, self._found

    def _problem(self, key: str, message: str, help_text: str | None = None) -> None:
        span = _line_of(self._kind, key)
        self._found.add(error("F0219", message, span, help=help_text))

    def _take(self, key: str, wanted: type[Setting], default: Setting | None) -> Any:
        """A value of one type; a default of None means that it must be there."""
        value = self._settings.pop(key, default)
        if value is None and not self._kind.problems:
            self._problem(key, f"binding kind `{self._kind.name}` states no `{key}`")
        elif value is not None and not isinstance(value, wanted):
            self._problem(key, f"`{key}` must be of type {wanted.__name__}")
            return default
        return value

    def _crosses(self) -> tuple[Boundary, ...]:
        values = self._take("crosses", list, [])
        for each in values:
            if each not in boundaries:
                known = listed((f'"{name}"' for name in boundaries), "or")
                self._problem("crosses", f"a binding cannot cross `{each}`", f"it can be {known}")
        return tuple(cast(Boundary, each) for each in values if each in boundaries)

    def _file(self, key: str) -> Any:
        """A file beside kind.toml, if it names one."""
        name = self._take(key, str, "")
        file = self._kind.folder / name
        if name and not file.is_file():
            self._problem(key, f"there is no file `{name}` beside kind.toml")
        return file if name else None

    def _requires(self, key: str) -> Any:
        """The names and full interfaces of what a stub, or a skeleton, needs in its domain."""
        for name, written in self._take(key, dict, {}).items():
            found = self._named(name, str(written))
            if found:
                yield name, found

    def _interface(self, key: str) -> str | None:
        """The full name of an interface, if a key names one."""
        written = self._take(key, str, "")
        return self._named(key, written) if written else None

    def _named(self, key: str, written: str) -> str | None:
        """The interface that is written at a key; reports an unknown one."""
        found = self._interfaces.find(written, "")
        if len(found) == 1:
            return found[0]
        near = nearest(written, self._interfaces.interfaces)
        help_text = f"did you mean `{near}`?" if near else None
        what = f"can be {listed(found, 'or')}" if found else "is no interface"
        self._problem(key, f"`{written}` {what}", help_text)
        return None

    def _parameter(self, name: str, table: Any) -> AttributeType:
        """A parameter; it is an attribute of the binding, with the same rules."""
        span = self._parameter_span(name)
        if not isinstance(table, dict) or not isinstance(table.get("type"), str):
            self._found.add(error("F0219", f"parameter `{name}` has no type", span))
            return AttributeType(name, "", None, None, None, origin_of(span))
        for key in table.keys() - {"type", "default", "minimum", "maximum"}:
            self._problem(key, f"`{key}` is no key that a parameter has")
        keys = ("default", "minimum", "maximum")
        values = [_value(table.get(key), table["type"], span) for key in keys]
        declaration = AttributeDeclaration(Name(table["type"], span), Name(name, span), *values)
        return attribute_of(declaration, "", self._interfaces, self._found)

    def _parameter_span(self, name: str) -> Span:
        """Where a parameter is named: in the head of its table, or as a key."""
        for number, line in enumerate(source_lines(self._kind.file), start=1):
            match = re.match(rf"(?:\[parameters\.)?({re.escape(name)})(?:\]|\s*=)", line)
            if match:
                return Span(self._kind.file, number, match.start(1) + 1, match.end(1) + 1)
        return Span(self._kind.file, 1, 1, 1)


def _value(value: Any, type_name: str, span: Span) -> Value | None:
    """A value of TOML as one of the language, where constants of enums are names."""
    if value is None:
        return None
    if isinstance(value, bool):
        return Value("boolean", value, span)
    if isinstance(value, int):
        return Value("integer", value, span)
    return Value("string" if type_name == "string" else "name", str(value), span)


def _line_of(kind: DeclaredKind, key: str) -> Span:
    """The line of a kind.toml that begins with a key, its first line otherwise."""
    for number, line in enumerate(source_lines(kind.file), start=1):
        if re.match(rf"{re.escape(key)}\b", line):
            return Span(kind.file, number, 1, len(line) + 1)
    return Span(kind.file, 1, 1, 1)
