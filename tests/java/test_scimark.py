# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/java
# One run in 6, unless changed: kernels/java components/java
"""SciMark 2 (NIST), as its authors have compiled it, computes in the kernel what it does on the
host."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from pathlib import Path

from host_programs import jdk_of_package

from flatland.setup.install import ensure
from flatland.setup.tools import find

here = Path(__file__).resolve().parent
kit = here.parents[1]
_artifact = "gov.nist.math:scimark:2.0"
_sha256 = "6f84f949c3167b385da1a9957ecd53fe0111b42e981e0c481be53dba0504305f"


def scimark() -> Path:
    """The archive of the pinned version, fetched once."""
    folder = kit / "build" / "java" / "scimark"
    archive = folder / "scimark-2.0.jar"
    if not archive.is_file():
        ensure(find("mvn"))
        goal = ["dependency:copy", f"-Dartifact={_artifact}", f"-DoutputDirectory={folder}"]
        subprocess.run(["mvn", "-q", "-B", *goal], check=True, cwd=here)
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == _sha256
    return archive


def archive_with(parts: Path, classes: Path, to: Path) -> None:
    """One archive of Java with the program and what it uses."""
    with zipfile.ZipFile(to, "w") as made, zipfile.ZipFile(parts) as of_scimark:
        made.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMain-Class: SciMark\n")
        for each in classes.glob("*.class"):
            made.write(each, each.name)
        for name in of_scimark.namelist():
            if name.startswith("jnt/scimark2/") and name.endswith(".class"):
                made.writestr(name, of_scimark.read(name))


def test_all_kernels_give_what_they_give_on_the_host(tmp_path: Path) -> None:
    jdk, parts = jdk_of_package(), scimark()
    classes, whole = tmp_path / "classes", tmp_path / "whole.jar"
    javac: list[str | Path] = [jdk / "bin" / "javac", "-cp", parts, "-d", classes]
    subprocess.run([*javac, here / "programs" / "SciMark.java"], check=True)
    archive_with(parts, classes, whole)
    java: list[str | Path] = [jdk / "bin" / "java", "-jar", whole]
    theirs = subprocess.run(java, capture_output=True, text=True, check=True)
    run: list[str | Path] = [kit / "flat", "run", "java", "--timeout", "300", "--", whole]
    ours = subprocess.run(run, cwd=kit, capture_output=True, text=True, check=False)
    assert ours.stdout.replace("\r\n", "\n") == theirs.stdout, ours.stderr
    assert len(theirs.stdout.splitlines()) == 6
