# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces components/java tests/java tools/cli
# One run in 3, unless changed: components/java
"""What reads class files is given random contents, under sanitizers."""

from __future__ import annotations

import subprocess
from pathlib import Path

from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.libfuzzer import fuzz, includes_of

here = Path(__file__).resolve().parent
kit = here.parents[1]
_runs = 20_000
_sources = {
    "Plain": "class Plain { int a; static final long B = 5; int f() { return a > 1 ? 1 : 0; } }",
    "Caught": "class Caught { void f() { try { f(); } catch (Error e) { throw e; } finally { } } }",
    "Pair": "record Pair(int a, @Deprecated int b) { Object r() { return (Runnable) this::r; } }",
    "Kind": "sealed interface Kind permits Kind.One { final class One implements Kind { } }",
}


def classes(folder: Path) -> dict[str, bytes]:
    """Class files by their names, as javac makes them."""
    ensure(find("javac"))
    files = [folder / f"{name}.java" for name in _sources]
    for file in files:
        file.write_text(_sources[file.stem], encoding="utf-8")
    subprocess.run(["javac", "-g", "--release", "17", "-d", folder, *files], check=True)
    return {file.stem: file.read_bytes() for file in sorted(folder.glob("*.class"))}


def test_random_class_files_do_no_harm(tmp_path: Path) -> None:
    folder = kit / "components" / "java"
    sources = [each for each in folder.glob("*.cpp") if not each.stem.endswith("_test")]
    words = [
        *includes_of("hello", "components/boot/hello.cpp", "hosted"),
        *sorted(sources),
    ]
    fuzz(
        tmp_path,
        here / "class_file_fuzz.cpp",
        words,
        classes(tmp_path),
        _runs,
        bytes_max=2048,
    )
