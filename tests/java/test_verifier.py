# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces components/java tests/java tools/cli
# One run in 3, unless changed: components/java
"""The verifier accepts all classes of OpenJDK's java.base, by type checking and by inference."""

from __future__ import annotations

import subprocess
from pathlib import Path

from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.libfuzzer import includes_of

here = Path(__file__).resolve().parent
kit = here.parents[1]


def host_program(folder: Path, source: Path, flags: tuple[str, ...]) -> Path:
    """A program of the host with the machine, whose library is the packaged one."""
    java = kit / "components" / "java"
    parts = [*java.glob("*.cpp"), *java.glob("machine/*.cpp"), *java.glob("machine/verifier/*.cpp")]
    kept = [each for each in sorted(parts) if not each.stem.endswith(("_test", "virtual_machine"))]
    together = folder / "machine.cpp"
    kept.append(kit / "core" / "format.cpp")
    together.write_text("".join(f'#include "{each}"\n' for each in kept), encoding="utf-8")
    program = folder / source.stem
    words = ["clang++-19", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", *flags]
    includes = includes_of("hello", "components/boot/hello.cpp", "hosted")
    subprocess.run([*words, source, together, *includes, "-o", program], check=True)
    return program


def test_all_classes_of_the_library_are_right(tmp_path: Path) -> None:
    (tool,) = find("class library of Java")
    ensure([tool])
    jdk = sorted(Path("/").glob(tool.file or ""))[0].parents[1]
    modules = jdk / "lib" / "modules"
    only_classes = "regex:/java.base/.*\\.class"
    listing = subprocess.run(
        [jdk / "bin" / "jimage", "list", "--include", only_classes, modules],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line.strip() for line in listing.splitlines()]
    names = [line.removesuffix(".class") for line in lines if line.endswith(".class")]
    classes = [name for name in names if name != "module-info"]
    assert len(classes) > 6000
    (tmp_path / "names").write_text("\n".join(classes) + "\n", encoding="utf-8")
    flags = ("-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all")
    program = host_program(tmp_path, here / "library_verification.cpp", flags)
    done = subprocess.run(
        [program, modules, tmp_path / "names"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert f"{len(classes)} classes verified, 0 refused" in done.stdout
