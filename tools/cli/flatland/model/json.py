# SPDX-License-Identifier: BSD-2-Clause
"""The resolved model as JSON, and back without loss (docs/model-json.md states the form).

Paths are relative to the kit, or to a further root as `@1/…`, so that the text is the same
wherever the folders are.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flatland.model.resolved import Component, ResolvedAssembly

schema = 2
"""Grows when a reader of the form before could go wrong."""


def to_json(assembly: ResolvedAssembly, roots: Sequence[Path]) -> dict[str, Any]:
    """The assembly as plain values; `roots` are the kit and the further roots, in order."""
    writer = _Writer(roots)
    body = writer.encode(assembly)
    components = {name: writer.components[name] for name in sorted(writer.components)}
    return {"schema": schema, **body, "components": components}


def from_json(data: dict[str, Any], roots: Sequence[Path]) -> ResolvedAssembly:
    """The assembly that `to_json` wrote, its paths below `roots`; ValueError if it is no such."""
    if data.get("schema") != schema:
        raise ValueError(f"schema {data.get('schema')}, not {schema}")
    reader = _Reader(roots)
    for name, component in data["components"].items():
        reader.components[name] = reader.make(Component, component)
    assembly: ResolvedAssembly = reader.make(ResolvedAssembly, data)
    return assembly


def shown_path(path: Path, roots: Sequence[Path]) -> str:
    """A path as the form has it: below the kit, or `@1/…` below a further root."""
    for number, root in enumerate(roots):
        if path.is_relative_to(root):
            below = path.relative_to(root).as_posix()
            return f"@{number}/{below}" if number else below
    return path.as_posix()


class _Writer:
    """Makes plain values; each component is written once, instances name it."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.components: dict[str, Any] = {}
        self._roots = roots

    def encode(self, value: Any) -> Any:
        """Any value of the model."""
        if isinstance(value, Component):
            if value.full_name not in self.components:
                self.components[value.full_name] = self._fields(value)
            return value.full_name
        if isinstance(value, Path):
            return shown_path(value, self._roots)
        if isinstance(value, tuple):
            return [self.encode(each) for each in value]
        if dataclasses.is_dataclass(value):
            return self._fields(value)
        return value

    def _fields(self, value: Any) -> dict[str, Any]:
        fields = dataclasses.fields(value)
        return {field.name: self.encode(getattr(value, field.name)) for field in fields}


class _Reader:
    """Makes values of the model again, guided by the types of their fields."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.components: dict[str, Component] = {}
        self._roots = roots
        self._hints: dict[type, dict[str, Any]] = {}

    def make(self, kind: type, data: dict[str, Any]) -> Any:
        """A dataclass of the model from its fields."""
        if kind not in self._hints:
            self._hints[kind] = typing.get_type_hints(kind)
        hints = self._hints[kind]
        names = [field.name for field in dataclasses.fields(kind)]
        return kind(**{name: self._decode(hints[name], data[name]) for name in names})

    def _decode(self, kind: Any, value: Any) -> Any:
        if kind is Component:
            return self.components[value]
        if kind is Path:
            return self._path(value)
        if typing.get_origin(kind) is tuple:
            return self._tuple(typing.get_args(kind), value)
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            return self.make(kind, value)
        if isinstance(kind, types.UnionType) and types.NoneType in typing.get_args(kind):
            first, *others = (each for each in typing.get_args(kind) if each is not types.NoneType)
            return value if value is None or others else self._decode(first, value)
        return value

    def _tuple(self, kinds: tuple[Any, ...], values: list[Any]) -> tuple[Any, ...]:
        if kinds[1:] == (Ellipsis,):
            return tuple(self._decode(kinds[0], value) for value in values)
        return tuple(self._decode(kind, value) for kind, value in zip(kinds, values, strict=True))

    def _path(self, text: str) -> Path:
        number, slash, below = text.partition("/")
        if number.startswith("@") and slash and number[1:].isdecimal():
            return self._roots[int(number[1:])] / below
        return Path(self._roots[0] / text)
