# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs interfaces core bindings
# One run in 3, unless changed: tools/cli/flatland/idl
"""Each accepted construct becomes the C that stands beside it, which C and C++ see alike.

With FLAT_UPDATE_EXPECTED=1 in the environment the expectations are written instead of compared.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from flatland.idl import c, c_names, c_stubs, cpp, names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import load_interfaces
from flatland.idl.model import EnumType, FailureType, Interface, InterfaceFile, Record, with_nested
from tests.idl.random_interfaces import random_interfaces

kit = Path(__file__).parents[4]
folder = Path(__file__).parent / "accepted"
files = sorted(folder.rglob("*.java"))
programs = Path(__file__).parent / "programs"

strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
languages = {
    "gcc": ("gcc", "c", "-std=c11"),
    "clang": ("clang-19", "c", "-std=c11"),
    "g++": ("g++", "c++", "-std=c++11"),
    "clang++": ("clang++-19", "c++", "-std=c++11"),
}


def succeeds(*command: str | Path) -> str:
    """Runs a command that must succeed; returns what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, ""), " ".join(map(str, command))
    return done.stdout


def write_headers(library: InterfaceLibrary, include: Path) -> None:
    """Writes what both languages include, and the functions that C calls."""
    for file in library.files:
        texts = {cpp.header_path(file): cpp.generate(file)}
        texts |= {**c.declare(file, library), **c_stubs.declare(file, library)}
        for name, text in texts.items():
            path = include / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> InterfaceLibrary:
    """All interfaces of the kit, the accepted cases, and random ones."""
    root = tmp_path_factory.mktemp("interfaces")
    for seed in range(20):
        random_interfaces(root, seed)
    return load_interfaces([kit / "interfaces", folder, root])


@pytest.fixture(scope="module")
def include(library: InterfaceLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("include")
    write_headers(library, path)
    return path


@pytest.mark.parametrize("path", files, ids=lambda path: path.stem)
def test_accepted_construct_becomes_the_expected_c(library: InterfaceLibrary, path: Path) -> None:
    expected = path.with_suffix(".expected_c")
    (file,) = (each for each in library.files if each.path == path)
    (text,) = c.declare(file, library).values()
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages)
def test_every_c_header_compiles_by_itself_in_c_and_in_cpp(
    include: Path, tmp_path: Path, language: str
) -> None:
    compiler, kind, standard = languages[language]
    sources = []
    for number, header in enumerate(sorted(include.rglob("*.h"))):
        source = tmp_path / f"{number}.c"
        name = header.relative_to(include)
        source.write_text(f"#include <{name}>\n#include <{name}>\n", encoding="utf-8")
        sources.append(source)
    options = [*strict, standard, f"-I{include}", f"-I{kit}", "-fsyntax-only", "-x", kind]
    succeeds(compiler, *options, *sources)


@pytest.mark.parametrize("compiler", ["clang++-19", "g++"])
def test_every_function_that_c_calls_compiles(include: Path, tmp_path: Path, compiler: str) -> None:
    sources = sorted(include.rglob("*.c.cpp"))
    options = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{include}", f"-I{kit}"]
    succeeds(compiler, *options, "-fsyntax-only", *sources)


def compared(file: InterfaceFile) -> Iterator[str]:
    """Assertions that both languages have the same values and layouts."""
    for each in with_nested(file.declaration):
        mine, other = c_names.type_name(each), names.scope(each.package, each.name)
        if isinstance(each, Record):
            yield f"static_assert(sizeof({mine}) == sizeof({other}));"
            yield f"static_assert(alignof({mine}) == alignof({other}));"
            for field in each.fields:
                ends = (
                    f"{mine}, {c_names.member(field.name)}",
                    f"{other}, {names.member(field.name)}",
                )
                yield f"static_assert(offsetof({ends[0]}) == offsetof({ends[1]}));"
        if isinstance(each, EnumType):
            yield f"static_assert(sizeof({mine}) == sizeof({other}));"
            for value in map(names.member, (value.name for value in each.values)):
                yield f"static_assert(u32({mine}_{value}) == u32({other}::{value}));"
        if isinstance(each, FailureType):
            for value in map(names.member, (value.name for value in each.code.values)):
                yield f"static_assert(u32({mine}_{value}) == u32({other}::Code::{value}) + 1);"
        if isinstance(each, Interface):
            constants = [names.member(constant.name) for constant in each.constants]
            constants += [names.limit(m.name, parameter.name) for m, parameter in each.limits()]
            for constant in constants:
                yield f"static_assert({mine}_{constant} == {other}::{constant});"
                kind = f"decltype({other}::{constant})"
                yield f"static_assert(__is_same({kind}, decltype({mine}_{constant}) const));"


def test_c_has_the_layouts_and_values_of_cpp(
    library: InterfaceLibrary, include: Path, tmp_path: Path
) -> None:
    lines = ["#include <core/types.hpp>", "#include <stddef.h>"]
    for file in library.files:
        lines += [f"#include <{c_names.header(file.package, file.declaration.name)}>"]
        lines += [f"#include <{cpp.header_path(file)}>"]
    lines += ["using flat::u32;", *(line for file in library.files for line in compared(file))]
    source = tmp_path / "compared.cpp"
    source.write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert len(lines) > 500
    succeeds("clang++-19", "-std=c++20", "-fsyntax-only", f"-I{include}", f"-I{kit}", source)
