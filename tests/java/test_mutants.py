# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces components/java tests/java tools/cli
# One run in 3, unless changed: components/java
"""Changed class files do no harm, and are accepted and refused as by OpenJDK's own machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from host_programs import host_program, jdk_of_package

here = Path(__file__).resolve().parent
_programs = ["Containers", "Depths", "Exceptions", "Lambdas", "Leaving", "Records", "References"]
_programs += ["Texts"]
_count = 10_000 if "FLAT_EXHAUSTIVE" in os.environ else 200


@pytest.fixture(scope="module")
def jdk() -> Path:
    """The packaged OpenJDK 17."""
    return jdk_of_package()


def outcomes(lines: str, column: int) -> list[str]:
    """What each changed file gave: "right" or an exception, of which there may be several."""
    return [line.split(" ")[column] for line in lines.splitlines()]


def test_changed_programs_are_refused_as_on_the_host(jdk: Path, tmp_path: Path) -> None:
    seed = os.environ.get("FLAT_SEED", "1")
    classes, changed = tmp_path / "classes", tmp_path / "changed"
    changed.mkdir()
    # Texts are joined without call sites, which older files do not have.
    javac: list[str | Path] = [jdk / "bin" / "javac", "-g:none", "-XDstringConcat=inline"]
    sources = [here / "programs" / f"{name}.java" for name in _programs]
    subprocess.run([*javac, "-d", classes, *sources], check=True)
    subprocess.run([*javac, "-d", tmp_path, here / "host" / "Linking.java"], check=True)
    sanitizers = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    flags = ("-O1", "-gline-tables-only", "-fno-omit-frame-pointer", *sanitizers)
    program = host_program(tmp_path, here / "mutants.cpp", flags)
    command: list[str | Path] = [program, jdk / "lib" / "modules", classes, changed, seed]
    ours = subprocess.run(
        [*command, str(_count), *_programs], capture_output=True, text=True, check=False
    )
    assert ours.returncode == 0, f"seed {seed}: {ours.stderr}"
    (tmp_path / "list").write_text(ours.stdout, encoding="utf-8")
    java: list[str | Path] = [jdk / "bin" / "java", "-cp", tmp_path, "Linking"]
    theirs = subprocess.run(
        [*java, classes, changed, tmp_path / "list"], capture_output=True, text=True, check=True
    )
    both = zip(outcomes(ours.stdout, 2), outcomes(theirs.stdout, 1), strict=True)
    # Reflection, by which the host links classes, also loads those of descriptors.
    missing = "java/lang/NoClassDefFoundError"
    different = [
        (number, mine, other)
        for number, (mine, other) in enumerate(both)
        if mine != other and "right" in (mine, other) and other != missing
    ]
    assert not different, f"seed {seed}"
    assert len(set(outcomes(ours.stdout, 2))) >= 3
