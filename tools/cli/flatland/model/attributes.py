# SPDX-License-Identifier: BSD-2-Clause
"""Attributes: their types and ranges as declared, their values as set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flatland.diagnostics import Diagnostics, Label, Span, error, replacement
from flatland.lang.syntax import AttributeDeclaration, InstanceDeclaration, Setting, Value
from flatland.model.interfaces import Interfaces
from flatland.model.names import article, listed, nearest
from flatland.model.resolved import AttributeType, AttributeValue

_integers = {
    f"{sign}{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if sign == "i" else (0, 2**bits - 1)
    for sign in "ui"
    for bits in (8, 16, 32, 64)
}
_types = (*_integers, "bool", "string", "domain")
_kinds = {"integer": "a number", "boolean": "`true` or `false`", "string": "a text"}


def attribute_of(
    declaration: AttributeDeclaration, package: str, interfaces: Interfaces, found: Diagnostics
) -> AttributeType:
    """The attribute with its type looked up and its default and range checked.

    An attribute that is wrong in itself has the type "".
    """
    name = declaration.name
    kind = _type(declaration, package, interfaces, found)
    minimum, maximum = _range(declaration, kind, found)
    default = None
    names_domain = kind == "domain"
    kind = "string" if names_domain else kind
    attribute = AttributeType(name.text, kind, None, minimum, maximum, name.origin, names_domain)
    if declaration.default:
        default = check_value(attribute, declaration.default, interfaces, found)
        if default is None:
            kind = ""
    return replace(attribute, type=kind, default=default)


def _type(
    declaration: AttributeDeclaration, package: str, interfaces: Interfaces, found: Diagnostics
) -> str:
    written = declaration.type
    if written.text in _types:
        return written.text
    enums = interfaces.find_enum(written.text, package)
    if len(enums) == 1:
        return enums[0]
    if enums:
        message = f"`{written.text}` can be {listed(enums, 'or')}"
        found.add(error("F0306", message, written.span, help="write the package, too"))
        return ""
    near = nearest(written.text, [*_types, *interfaces.enums])
    help_text = f"did you mean `{near}`?" if near else f"there are {listed(_types)}, and enums"
    message = f"no attribute type is called `{written.text}`"
    found.add(error("F0306", message, written.span, help=help_text))
    return ""


def _range(
    declaration: AttributeDeclaration, kind: str, found: Diagnostics
) -> tuple[int | None, int | None]:
    low, high = declaration.minimum, declaration.maximum
    if low is None or high is None or not kind or "broken" in (low.kind, high.kind):
        return None, None
    span = low.span if low.span.line != high.span.line else _across(low.span, high.span)
    if kind not in _integers:
        found.add(error("F0307", f"{article(kind)} has no range", span))
        return None, None
    if low.kind != "integer" or high.kind != "integer":
        found.add(error("F0307", "a range goes from one number to another", span))
        return None, None
    least, greatest = _integers[kind]
    first, last = int(low.value), int(high.value)
    if first > last:
        found.add(error("F0307", "empty or reversed range", span))
        return None, None
    if first < least or last > greatest:
        message = f"this range goes beyond that of {kind}, {least}..{greatest}"
        found.add(error("F0307", message, span))
        return None, None
    return first, last


def check_value(
    attribute: AttributeType, value: Value, interfaces: Interfaces, found: Diagnostics
) -> AttributeValue | None:
    """The value if the attribute can have it; reports and returns None otherwise."""
    if value.kind == "broken":
        return None
    if attribute.type in _integers:
        return _check_integer(attribute, value, found)
    if attribute.type in ("bool", "string"):
        wanted = "boolean" if attribute.type == "bool" else "string"
        if value.kind == wanted:
            return value.value
        _mismatch(attribute, value, found)
        return None
    if not attribute.type:
        return None
    if value.kind != "name" or not isinstance(value.value, str):
        _mismatch(attribute, value, found)
        return None
    constants = interfaces.enum_values(attribute.type)
    constant = value.value.rpartition(".")[2]
    if constant in constants:
        return constant
    near = nearest(constant, constants)
    help_text = f"did you mean `{near}`?" if near else f"there is {listed(constants)}"
    edit = replacement(value.span, near) if near else None
    message = f"{attribute.type} has no constant `{constant}`"
    found.add(error("F0303", message, value.span, help=help_text, edit=edit))
    return None


def _check_integer(attribute: AttributeType, value: Value, found: Diagnostics) -> int | None:
    if value.kind != "integer" or not isinstance(value.value, int):
        _mismatch(attribute, value, found)
        return None
    least, greatest = _integers[attribute.type]
    where = f"of {attribute.type}"
    if attribute.minimum is not None and attribute.maximum is not None:
        least, greatest = attribute.minimum, attribute.maximum
        where = "declared"
    if least <= value.value <= greatest:
        return value.value
    message = (
        f"`{attribute.name}` cannot be {value.value}: the range {where} is {least}..{greatest}"
    )
    labels = declared_at(attribute, value.span)
    found.add(error("F0304", message, value.span, "out of range", labels=labels))
    return None


def _mismatch(attribute: AttributeType, value: Value, found: Diagnostics) -> None:
    given = _kinds.get(value.kind, f"the name `{value.value}`")
    message = f"`{attribute.name}` is {article(attribute.type)}, not {given}"
    labels = declared_at(attribute, value.span)
    found.add(error("F0303", message, value.span, "wrong type", labels=labels))


def declared_at(attribute: AttributeType, value: Span) -> list[Label]:
    """A label on the declaration, unless the value stands in it."""
    origin = attribute.origin
    if (origin.file, origin.line) == (value.file, value.line):
        return []
    end = origin.column + len(attribute.name)
    return [Label(Span(origin.file, origin.line, origin.column, end), "declared here")]


def settings_of(
    instance: InstanceDeclaration,
    attributes: Sequence[AttributeType],
    interfaces: Interfaces,
    found: Diagnostics,
) -> tuple[tuple[str, AttributeValue], ...]:
    """Every attribute's final value, in declaration order; what is wrong is reported."""
    given: dict[str, Setting] = {}
    known = {attribute.name: attribute for attribute in attributes}
    for setting in instance.settings:
        name = setting.name
        if name.text not in known:
            _unknown(instance, setting, list(known), found)
        elif name.text in given:
            label = Label(given[name.text].name.span, "first here")
            message = f"`{name.text}` is set twice"
            found.add(error("F0305", message, name.span, "again here", labels=[label]))
        else:
            given[name.text] = setting
    values: list[tuple[str, AttributeValue]] = []
    for attribute in attributes:
        value = attribute.default
        if attribute.name in given:
            value = check_value(attribute, given[attribute.name].value, interfaces, found)
        elif value is None and attribute.type:
            _missing(instance, attribute, found)
        if value is not None:
            values.append((attribute.name, value))
    return tuple(values)


def _unknown(
    instance: InstanceDeclaration, setting: Setting, known: list[str], found: Diagnostics
) -> None:
    near = nearest(setting.name.text, known)
    help_text = f"it has {listed(f'`{name}`' for name in known)}" if known else "it has none"
    if near:
        help_text = f"did you mean `{near}`?"
    edit = replacement(setting.name.span, near) if near else None
    message = f"`{instance.component.text}` has no attribute `{setting.name.text}`"
    found.add(error("F0301", message, setting.name.span, help=help_text, edit=edit))


def _missing(instance: InstanceDeclaration, attribute: AttributeType, found: Diagnostics) -> None:
    origin = attribute.origin
    span = Span(origin.file, origin.line, origin.column, origin.column + len(attribute.name))
    name = instance.name
    found.add(
        error(
            "F0302",
            f"`{name.text}` needs a value for `{attribute.name}`",
            name.span,
            "no value is given",
            labels=[Label(span, "has no default")],
            help=f"write `{name.text} = {instance.component.text} {{ {attribute.name} = … }};`",
        )
    )


def _across(first: Span, last: Span) -> Span:
    return Span(first.file, first.line, first.column, last.end_column)
