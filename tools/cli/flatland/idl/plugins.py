# SPDX-License-Identifier: BSD-2-Clause
"""The open end of the interface compiler (THINK, section 3.3): generators by kind.

A generator is a module with some of three functions. `declare(file, library)` turns an interface
file into texts by path; `declare_programs(specification)` does so for an `.x` file
(`flatland.idl.xdr`); `bridge(binding)` turns one binding into what stands between its ends
(`flatland.idl.bridge`). The C++ declarations come through this door as everything else does;
binding kinds bring modules of their own, bindings/<kind>/generator.py.
"""

from __future__ import annotations

import importlib
import importlib.util
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from flatland.diagnostics import Diagnostic, FlatError, Span, error
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import InterfaceFile

if TYPE_CHECKING:
    from flatland.idl.xdr.model import Specification

Declare = Callable[[InterfaceFile, InterfaceLibrary], dict[str, str]]
MakeBridge = Callable[[WholeBinding], Bridge]

DeclarePrograms = Callable[["Specification"], dict[str, str]]

declaration = "declaration"
"""The kind that writes the C++ declarations."""

c_declaration = "c"
"""The kind that writes the C declarations."""

c_stubs = "c-stubs"
"""The kind that writes what C calls."""

xdr = "xdr"
"""The kind that writes the C++ of `.x` files."""

of_programs = {xdr: "flatland.idl.xdr.cpp"}
"""The generators for `.x` files, by kind: their modules."""

built_in = {
    declaration: "flatland.idl.cpp",
    c_declaration: "flatland.idl.c",
    c_stubs: "flatland.idl.c_stubs",
}
"""The generators of the interface compiler itself, by kind: their modules."""


@dataclass(frozen=True)
class Generator:
    """A registered generator; a function that it does not have is None."""

    kind: str
    place: Span
    declare: Declare | None
    make_bridge: MakeBridge | None
    declare_programs: DeclarePrograms | None = None

    def bridge(self, binding: WholeBinding) -> Bridge:
        """What stands between the ends of a binding; what goes wrong is an error of the kind."""
        if self.make_bridge is None:
            raise FlatError([_broken(self.kind, self.place, "has no function `bridge(binding)`")])
        try:
            made = self.make_bridge(binding)
        except (FlatError, Unsuitable):
            raise
        except Exception as problem:
            raise FlatError([_failed(self.kind, self.place, problem)]) from problem
        if not isinstance(made, Bridge):
            raise FlatError([_broken(self.kind, self.place, "returned no Bridge")])
        return made


def generator(kind: str, file: Path | None = None) -> Generator:
    """The generator of a kind: of the compiler's own, or of a binding kind's `file`."""
    if file is None:
        module = importlib.import_module((built_in | of_programs)[kind])
        return _generator_in(kind, module, Span(Path(module.__file__ or ""), 1, 1, 1))
    place = Span(file, 1, 1, 1)
    spec = importlib.util.spec_from_file_location(f"flatland_kind_{kind}", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        raise FlatError([_failed(kind, place, problem)]) from problem
    return _generator_in(kind, module, place)


def _generator_in(kind: str, module: ModuleType, place: Span) -> Generator:
    declare, make = getattr(module, "declare", None), getattr(module, "bridge", None)
    return Generator(kind, place, declare, make, getattr(module, "declare_programs", None))


def _failed(kind: str, place: Span, problem: Exception) -> Diagnostic:
    """Names the line of the generator where it went wrong."""
    line = place.line
    if isinstance(problem, SyntaxError) and problem.filename == str(place.file):
        line = problem.lineno or line
    for frame in traceback.extract_tb(problem.__traceback__):
        if frame.filename == str(place.file) and frame.lineno:
            line = frame.lineno
    what = f"failed: {type(problem).__name__}: {problem}"
    return _broken(kind, Span(place.file, line, 1, 1), what)


def _broken(kind: str, place: Span, what: str) -> Diagnostic:
    note = "docs/binding-kinds.md says what a generator gets and returns"
    return error("F0715", f"the generator of binding kind `{kind}` {what}", place, notes=[note])
