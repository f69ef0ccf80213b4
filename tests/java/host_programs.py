# SPDX-License-Identifier: BSD-2-Clause
"""Programs of the host with the Java machine in them, and where the packaged class library is."""

from __future__ import annotations

import subprocess
from pathlib import Path

from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.libfuzzer import includes_of

kit = Path(__file__).resolve().parents[2]


def jdk_of_package() -> Path:
    """The folder of the packaged OpenJDK 17, which is installed if it is missing."""
    (tool,) = find("class library of Java")
    ensure([tool])
    return sorted(Path("/").glob(tool.file or ""))[0].parents[1]


def host_program(folder: Path, source: Path, flags: tuple[str, ...]) -> Path:
    """A program of the host with the machine, made in a folder."""
    java = kit / "components" / "java"
    parts = sorted(java.rglob("*.cpp"))
    kept = [
        each
        for each in parts
        if not each.stem.endswith(("_test", "virtual_machine", "managed_threads"))
    ]
    kept.append(kit / "core" / "format.cpp")
    together = folder / "machine.cpp"
    together.write_text("".join(f'#include "{each}"\n' for each in kept), encoding="utf-8")
    program = folder / source.stem
    words = ["clang++-19", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", *flags]
    includes = includes_of("hello", "components/boot/hello.cpp", "hosted")
    subprocess.run([*words, source, together, *includes, "-o", program], check=True)
    return program
