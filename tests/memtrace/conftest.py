# SPDX-License-Identifier: BSD-2-Clause
"""What the tests of tracing share: programs, compiled once, and the tools that run beside them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from traced_programs import Compile, programs

from flatland import paths
from flatland.memtrace.launch import Tools, build_tools


@pytest.fixture(scope="session")
def tools() -> Tools:
    """The plug-in and the library to be preloaded."""
    return build_tools(verbose=False)


@pytest.fixture(scope="session")
def compile_program(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """Compiles a source of `programs` by a command, unless that has been done."""
    folder = tmp_path_factory.mktemp("programs")
    made: dict[tuple[str, ...], Path] = {}

    def build(source: str, *command: str) -> Path:
        key = (source, *command)
        if key not in made:
            made[key] = folder / f"program{len(made)}"
            include = f"-I{paths.kit / 'tools' / 'memtrace'}"
            words = [*command, include, "-pthread", str(programs / source), "-o", str(made[key])]
            subprocess.run(words, check=True, timeout=120)
        return made[key]

    return build
