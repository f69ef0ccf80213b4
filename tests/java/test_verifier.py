# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces components/java tests/java tools/cli
# One run in 3, unless changed: components/java
"""The verifier accepts all classes of OpenJDK's java.base, by type checking and by inference."""

from __future__ import annotations

import subprocess
from pathlib import Path

from host_programs import host_program, jdk_of_package

here = Path(__file__).resolve().parent


def test_all_classes_of_the_library_are_right(tmp_path: Path) -> None:
    jdk = jdk_of_package()
    modules = jdk / "lib" / "modules"
    only_classes = "regex:/java.base/.*\\.class"
    command: list[str | Path] = [jdk / "bin" / "jimage", "list", "--include", only_classes, modules]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
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
