# SPDX-License-Identifier: BSD-2-Clause
"""Reads kernels/<name>/run.toml: the instruments a kernel's run needs, and how its records look."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flatland.errors import failure, shown

file_name = "run.toml"
Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Column:
    """A column of a table: which value of a record it shows."""

    key: str
    title: str


@dataclass(frozen=True)
class Comparison:
    """A figure of somebody else's to set beside ours: who, when, where it is from."""

    name: str
    date: str
    source: str
    values: Mapping[str, Cell]
    remark: str = ""


@dataclass(frozen=True)
class Table:
    """How records are presented; its rows are those whose values are as in `where`."""

    title: str
    columns: tuple[Column, ...]
    where: Mapping[str, Cell] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()


@dataclass(frozen=True)
class Cycles:
    """A kernel that times the same operation as a process: its records, and the value in them."""

    kernel: str
    target: str
    key: str
    name: str  # short, for the titles of columns
    title: str
    where: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True)
class Objects:
    """The class of kernel objects whose cache lines count: its name, and a short one."""

    class_name: str
    title: str


@dataclass(frozen=True)
class Ladder:
    """The operation that `flat bench ladder` compares: which record it is, and what of it."""

    title: str
    columns: tuple[Column, ...]
    where: Mapping[str, Cell] = field(default_factory=dict)
    objects: Objects | None = None
    cycles: tuple[Cycles, ...] = ()


@dataclass(frozen=True)
class Mark:
    """A figure that a kernel aims at: whose record, which value of it, and how much is allowed."""

    title: str
    key: str
    where: Mapping[str, Cell]
    most: int | None = None
    other: str = ""  # what another system takes for it, and which, as text


@dataclass(frozen=True)
class Protection:
    """A protection against speculation: an assembly beside run.toml that has it, or an option."""

    title: str
    kernel: str = ""  # empty: the kernel itself
    retpolines: bool = False


@dataclass(frozen=True)
class Archive:
    """The files that a kernel begins with: a folder of its own, and a program that is many."""

    tree: str  # beside run.toml
    program: str  # the tool that it is
    path: str  # where it goes
    list_option: str  # what has it list its names
    links: str  # the folder of the names


@dataclass(frozen=True)
class RunFile:
    """A run.toml; without the file everything is empty."""

    instruments: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # QEMU's, by assembly
    disks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # likewise
    devices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # others, likewise
    firmware: Mapping[str, str] = field(default_factory=dict)  # in place of QEMU's usual, likewise
    modules: Mapping[str, str] = field(default_factory=dict)  # files for the kernel, likewise
    archives: Mapping[str, Archive] = field(default_factory=dict)  # in place of one of modules
    windows: tuple[str, ...] = ()  # the assemblies whose screen is looked at
    typed: tuple[str, ...] = ()  # those that are typed to, Ctrl-C and all
    entries: tuple[str, ...] = ()  # of a process: functions whose calls are its invocations
    workload: str | None = None  # the kernel whose run says how objects are used; None: itself
    tables: tuple[Table, ...] = field(default=())
    ladder: Ladder | None = None
    marks: tuple[Mark, ...] = ()
    headless: Mapping[str, str] = field(default_factory=dict)  # what runs where nobody looks
    java: Mapping[str, str] = field(
        default_factory=dict
    )  # by assembly: its program, if none is named
    protections: tuple[Protection, ...] = ()  # whose price `flat report protections` counts

    @property
    def tells_objects(self) -> bool:
        """Whether it says which run shows how the kernel's objects are used."""
        return bool(self.workload or (self.ladder and self.ladder.objects))


_more = (
    "windows",
    "archives",
    "typed",
    "entries",
    "workload",
    "tables",
    "ladder",
    "marks",
    "headless",
    "java",
    "protections",
)


def read_run_file(folder: Path) -> RunFile:
    """The run.toml of a kernel's folder; a malformed one is a user error."""
    file = folder / file_name
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return RunFile()
    except tomllib.TOMLDecodeError as problem:
        raise failure("F0702", f"{shown(file)} is not valid TOML: {problem}") from problem
    try:
        _only(values, "instruments", "cards", "disks", "devices", "firmware", "modules", *_more)
        instruments = _texts(values.get("instruments", []))
        tables = tuple(_table(each) for each in values.get("tables", []))
        ladder = _ladder(values["ladder"]) if "ladder" in values else None
        marks = tuple(_mark(each) for each in values.get("marks", []))
        entries = _texts(values.get("entries", []))
        workload = _text(values["workload"]) if "workload" in values else None
        cards, disks, devices = (
            {name: _texts(models) for name, models in values.get(key, {}).items()}
            for key in ("cards", "disks", "devices")
        )
        firmware = {name: _text(file) for name, file in values.get("firmware", {}).items()}
        modules = {name: _text(file) for name, file in values.get("modules", {}).items()}
        archives = {name: _archive(each) for name, each in values.get("archives", {}).items()}
        windows = _texts(values.get("windows", []))
        typed = _texts(values.get("typed", []))
        machine = (cards, disks, devices, firmware)
        lists = (instruments, *machine, modules, archives, windows, typed)
        headless = {name: _text(other) for name, other in values.get("headless", {}).items()}
        java = {name: _text(file) for name, file in values.get("java", {}).items()}
        protections = tuple(_protection(each) for each in values.get("protections", []))
        shown_by = (tables, ladder, marks, headless, java, protections)
        return RunFile(*lists, entries, workload, *shown_by)
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        raise failure("F0804", f"{shown(file)}: {_explain(problem)}") from problem


def _archive(values: dict[str, Any]) -> Archive:
    keys = ("tree", "program", "path", "list_option", "links")
    _only(values, *keys)
    return Archive(*(_text(values[key]) for key in keys))


def _explain(problem: Exception) -> str:
    if isinstance(problem, KeyError):
        return f"a table lacks the key `{problem.args[0]}`"
    return str(problem)


def _only(values: dict[str, Any], *known: str) -> None:
    for key in values:
        if key not in known:
            raise ValueError(f"`{key}` is not one of {', '.join(known)}")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"`{value}` must be a text")
    return value


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise TypeError(f"`{values}` must be a list of texts")
    return tuple(_text(value) for value in values)


def _table(values: dict[str, Any]) -> Table:
    _only(values, "where", "title", "columns", "notes", "comparisons")
    return Table(
        _text(values["title"]),
        _columns(values),
        dict(values.get("where", {})),
        _texts(values.get("notes", [])),
        tuple(_comparison(each) for each in values.get("comparisons", [])),
    )


def _columns(values: dict[str, Any]) -> tuple[Column, ...]:
    columns = []
    for column in values["columns"]:
        _only(column, "key", "title")
        columns.append(Column(_text(column["key"]), _text(column["title"])))
    return tuple(columns)


def _ladder(values: dict[str, Any]) -> Ladder:
    _only(values, "where", "title", "columns", "objects", "cycles")
    return Ladder(
        _text(values["title"]),
        _columns(values),
        dict(values.get("where", {})),
        _objects(values["objects"]) if "objects" in values else None,
        tuple(_cycles(each) for each in values.get("cycles", [])),
    )


def _objects(values: dict[str, Any]) -> Objects:
    _only(values, "class", "title")
    return Objects(_text(values["class"]), _text(values["title"]))


def _cycles(values: dict[str, Any]) -> Cycles:
    _only(values, "kernel", "target", "where", "key", "name", "title")
    return Cycles(
        _text(values["kernel"]),
        _text(values["target"]),
        _text(values["key"]),
        _text(values["name"]),
        _text(values["title"]),
        dict(values.get("where", {})),
    )


def _mark(values: dict[str, Any]) -> Mark:
    _only(values, "title", "key", "where", "most", "other")
    most = values.get("most")
    if most is not None and not isinstance(most, int):
        raise TypeError(f"`{most}` must be a number")
    return Mark(
        _text(values["title"]),
        _text(values["key"]),
        dict(values["where"]),
        most,
        _text(values.get("other", "")),
    )


def _protection(values: dict[str, Any]) -> Protection:
    _only(values, "title", "kernel", "retpolines")
    retpolines = values.get("retpolines", False)
    if not isinstance(retpolines, bool):
        raise TypeError(f"`{retpolines}` must be true or false")
    return Protection(_text(values["title"]), _text(values.get("kernel", "")), retpolines)


def _comparison(values: dict[str, Any]) -> Comparison:
    _only(values, "name", "date", "source", "values", "remark")
    return Comparison(
        _text(values["name"]),
        str(values["date"]),
        _text(values["source"]),
        dict(values["values"]),
        _text(values.get("remark", "")),
    )
