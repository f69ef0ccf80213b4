# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs interfaces core bindings
# One run in 3, unless changed: tools/cli/flatland/idl
"""Each accepted construct becomes the C++ that stands beside it, which two compilers accept.

With FLAT_UPDATE_EXPECTED=1 in the environment the expectations are written instead of compared.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from flatland.idl import cpp
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import load_interfaces

kit = Path(__file__).parents[4]
folder = Path(__file__).parent / "accepted"
roots = [kit / "interfaces", folder]
files = sorted(folder.rglob("*.java"))

warnings = ["-std=c++20", "-Wall", "-Wextra", "-Werror"]
freestanding = ["-ffreestanding", "-fno-exceptions", "-fno-rtti", "-nostdinc"]
freestanding += ["-isystem", str(kit / "core" / "freestanding")]


@pytest.fixture(scope="module")
def library() -> InterfaceLibrary:
    return load_interfaces(roots)


@pytest.fixture(scope="module")
def headers(library: InterfaceLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every generated header, those of the kit and those of the accepted cases."""
    include = tmp_path_factory.mktemp("include")
    for file in library.files:
        path = include / cpp.header_path(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(cpp.generate(file), encoding="utf-8")
    return include


def succeeds(*command: str | Path) -> None:
    """Runs a command that must succeed silently."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout + done.stderr) == (0, ""), " ".join(map(str, command))


@pytest.mark.parametrize("path", files, ids=lambda path: path.stem)
def test_accepted_construct_becomes_the_expected_cpp(library: InterfaceLibrary, path: Path) -> None:
    expected = path.with_suffix(".expected")
    (file,) = (each for each in library.files if each.path == path)
    text = cpp.generate(file)
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_javac_accepts_all_interfaces_without_a_warning(tmp_path: Path) -> None:
    sources = [path for root in roots for path in sorted(root.rglob("*.java"))]
    succeeds("javac", "-Xlint:all", "-Werror", "-d", tmp_path, *sources)


@pytest.mark.parametrize("mode", [[], freestanding], ids=["hosted", "freestanding"])
@pytest.mark.parametrize("compiler", ["clang++-19", "g++"])
def test_every_header_compiles_by_itself(
    headers: Path, tmp_path: Path, compiler: str, mode: list[str]
) -> None:
    sources = []
    for number, header in enumerate(sorted(headers.rglob("*.hpp"))):
        source = tmp_path / f"{number}.cpp"
        name = header.relative_to(headers)
        source.write_text(f"#include <{name}>\n#include <{name}>\n", encoding="utf-8")
        sources.append(source)
    options = [*warnings, *mode, f"-I{headers}", f"-I{kit}", "-fsyntax-only"]
    succeeds(compiler, *options, *sources)


@pytest.mark.parametrize("compiler", ["clang++-19", "g++"])
def test_a_component_implements_nested_and_multiple_interfaces(
    headers: Path, tmp_path: Path, compiler: str
) -> None:
    source = Path(__file__).parent / "programs" / "diamond.cpp"
    sanitize = "-fsanitize=address,undefined"
    program = tmp_path / "diamond"
    options = [*warnings, sanitize, f"-I{headers}", f"-I{kit}"]
    succeeds(compiler, *options, source, "-o", program)
    succeeds(program)
