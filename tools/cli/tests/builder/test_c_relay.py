# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core
# One run in 3, unless changed: tools/cli/flatland/idl
"""Random interfaces are the same directly and through a component in C."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from flatland import paths
from flatland.idl.load import load_interfaces
from tests.builder import c_relay
from tests.idl.random_interfaces import random_interfaces

compilers = {"clang": ("clang-19", "clang++-19"), "gcc": ("gcc", "g++")}
warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-O2"]


@pytest.mark.parametrize("compiler", compilers)
@pytest.mark.parametrize("seed", range(40 if "FLAT_EXHAUSTIVE" in os.environ else 2))
def test_a_random_interface_is_the_same_through_c(seed: int, compiler: str, tmp_path: Path) -> None:
    interface = random_interfaces(tmp_path / "interfaces", seed)
    library = load_interfaces([paths.kit / "interfaces", tmp_path / "interfaces"])
    folder = tmp_path / "program"
    c_relay.write(c_relay.relay(library, interface), folder)
    in_c, in_cpp = compilers[compiler]
    options = [*warnings, "-fsanitize=undefined", f"-I{folder}", f"-I{paths.kit}"]
    compile_c = [in_c, "-std=c11", "-Wmissing-prototypes", *options]
    subprocess.run([*compile_c, "-c", folder / "relay.c", "-o", folder / "relay.o"], check=True)
    sources = [*sorted(folder.rglob("*.cpp")), folder / "relay.o"]
    program = folder / "program"
    subprocess.run([in_cpp, "-std=c++20", *options, *sources, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 1000
