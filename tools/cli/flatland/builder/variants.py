# SPDX-License-Identifier: BSD-2-Clause
"""Reads variant.toml: what the chosen variant of each dimension says about compiling and running.

Every key is checked, so that a misspelt one is an error and not silence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from flatland.diagnostics import FlatError
from flatland.errors import failure, shown
from flatland.model.resolved import Optimize, Target

file_name = "variant.toml"

Value = TypeVar("Value")


@dataclass(frozen=True)
class CompileSettings:
    """`[compile]`: how sources of this variant, and all others with it, are compiled and linked."""

    triple: str | None = None  # clang's -target; g++ is native
    flags: tuple[str, ...] = ()
    link_flags: tuple[str, ...] = ()
    sources: tuple[Path, ...] = ()
    link_script: Path | None = None
    freestanding: bool | None = None


@dataclass(frozen=True)
class UserSettings:
    """`[user]` of an architecture: how programs that run in user mode are compiled."""

    triple: str | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class RunSettings:
    """`[run]` of a platform: how an image is started and what its exit status means."""

    kind: Literal["process", "qemu"] = "process"
    command: tuple[str, ...] = ("{image}",)
    words: tuple[str, ...] = ()  # what the command has besides, to give the kernel {word}
    exit_codes: Mapping[int, int] = field(default_factory=dict)  # of the process -> the kernel's


@dataclass(frozen=True)
class Variant:
    """One variant of one dimension."""

    dimension: str
    name: str
    folder: Path
    summary: str
    platform: str | None
    compile: CompileSettings
    user: UserSettings
    domain: CompileSettings | None  # of an architecture: for domains beside the kernel's
    run: RunSettings | None

    @property
    def file(self) -> Path:
        """Its variant.toml."""
        return self.folder / file_name


@dataclass(frozen=True)
class Variants:
    """The variants of a target, by dimension, and what compilers aim at."""

    all: tuple[Variant, ...]
    optimize: Optimize = "speed"

    def get(self, dimension: str) -> Variant:
        """The variant of one dimension."""
        return next(variant for variant in self.all if variant.dimension == dimension)

    @property
    def freestanding(self) -> bool:
        """Whether images of this target run without a host's C library."""
        return self.get("arch").compile.freestanding is not False

    def of_domain(self) -> Variants | None:
        """The same as images of domains beside the kernel's see them: an architecture alone.

        To its sources come those of the API's binary interface on it. None where the architecture
        has no such domains, or the API has none on it.
        """
        arch = self.get("arch")
        abi = next((each for each in self.all if each.dimension == "abi"), None)
        if arch.domain is None or (abi and abi.domain is None):
            return None
        sources = (*arch.domain.sources, *(abi.domain.sources if abi and abi.domain else ()))
        own = replace(arch, compile=replace(arch.domain, sources=sources))
        return Variants((own,), self.optimize)

    @property
    def run(self) -> RunSettings:
        """How images of this target are started."""
        return self.get("platform").run or RunSettings()


def read_variants(target: Target) -> Variants:
    """The variants of a target; the published binary interface (`abi`) has no variant.toml."""
    return Variants(
        tuple(
            read_variant(dimension, folder)
            for dimension, folder in target.folders
            if (folder / file_name).is_file() or dimension != "abi"
        ),
        target.optimize,
    )


def read_variant(dimension: str, folder: Path) -> Variant:
    """One variant; a malformed file is a user error."""
    file = folder / file_name
    try:
        text = file.read_text(encoding="utf-8")
        table = _Table(file, "", tomllib.loads(text))
    except FileNotFoundError as problem:
        raise failure("F0704", f"{shown(folder)} is no variant: it lacks {file_name}") from problem
    except tomllib.TOMLDecodeError as problem:
        raise failure("F0702", f"{shown(file)} is not valid TOML: {problem}") from problem
    run = table.table("run")
    domain = table.table("domain")
    variant = Variant(
        dimension,
        folder.name,
        folder,
        table.take("summary", str, ""),
        table.take("platform", str, None),
        _compile(table.table("compile"), folder),
        _user(table.table("user")),
        _compile(domain, folder) if domain.present else None,
        _run(run) if run.present else None,
    )
    table.finish()
    return variant


def _compile(table: _Table, folder: Path) -> CompileSettings:
    script = table.take("link_script", str, None)
    settings = CompileSettings(
        table.take("triple", str, None),
        table.strings("flags"),
        table.strings("link_flags"),
        tuple(folder / source for source in table.strings("sources")),
        folder / script if script else None,
        table.take("freestanding", bool, None),
    )
    table.finish()
    return settings


def _user(table: _Table) -> UserSettings:
    settings = UserSettings(table.take("triple", str, None), table.strings("flags"))
    table.finish()
    return settings


def _run(table: _Table) -> RunSettings:
    kind = table.take("kind", str, "process")
    if kind not in ("process", "qemu"):
        raise table.problem("kind", 'must be "process" or "qemu"')
    codes = table.take("exit_codes", dict, {})
    if not all(key.isdigit() and isinstance(code, int) for key, code in codes.items()):
        raise table.problem("exit_codes", "must map the process's status to the kernel's")
    settings = RunSettings(
        "qemu" if kind == "qemu" else "process",
        table.strings("command") or ("{image}",),
        table.strings("words"),
        {int(key): code for key, code in codes.items()},
    )
    table.finish()
    return settings


class _Table:
    """A TOML table whose keys are taken one by one; what is left over is an error."""

    def __init__(self, file: Path, name: str, values: dict[str, Any] | None) -> None:
        self.present = values is not None
        self._file = file
        self._name = name
        self._values = dict(values or {})

    def problem(self, key: str, what: str) -> FlatError:
        """The error to raise about one key."""
        place = f"{self._name}.{key}" if self._name else key
        return failure("F0704", f"`{place}` in {shown(self._file)} {what}")

    def take(self, key: str, kind: type[Value], default: Any) -> Any:
        """A value of one type; `default` when the key is absent."""
        if key not in self._values:
            return default
        value = self._values.pop(key)
        if not isinstance(value, kind):
            raise self.problem(key, f"must be of type {kind.__name__}")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of strings, empty when absent."""
        values = self.take(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise self.problem(key, "must be a list of strings")
        return tuple(values)

    def table(self, key: str) -> _Table:
        """A table within this one; `present` says whether it is there."""
        return _Table(self._file, key, self.take(key, dict, None))

    def finish(self) -> None:
        """Refuses keys that nobody took."""
        for key in self._values:
            raise self.problem(key, "is no key that a variant has")
