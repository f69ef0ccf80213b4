# SPDX-License-Identifier: BSD-2-Clause
"""Programs of Java for a kernel: their classes, and OpenJDK's class library, in an archive."""

from __future__ import annotations

import stat
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from flatland import paths
from flatland.errors import failure, shown
from flatland.run.archive import Entry, pack
from flatland.setup.install import ensure
from flatland.setup.tools import find

_tool = "class library of Java"


@dataclass(frozen=True)
class Program:
    """A program: the class whose `main` runs, in internal form, and its class files by name."""

    main: str
    classes: Mapping[str, bytes]


def read_program(file: Path) -> Program:
    """A program of a class file and those beside it, an archive of Java, or a source file."""
    if not file.is_file():
        raise failure(
            "F0825",
            f"there is no file {shown(file)} to be a program of Java",
            help="a program is a .class, .jar or .java file: flat run java -- Hello.class",
        )
    if file.suffix == ".jar":
        return _of_jar(file)
    if file.suffix == ".java":
        return _of_source(file)
    return _of_class(file)


def archive_of(program: Program) -> bytes:
    """What the kernel gets: the class library, and the classes of a program."""
    files = [Entry("modules", stat.S_IFREG | 0o644, _class_library().read_bytes())]
    for name, data in sorted(program.classes.items()):
        files.append(Entry(f"classes/{name}.class", stat.S_IFREG | 0o644, data))
    return pack(files)


def _jdk() -> Path:
    """The packaged OpenJDK 17."""
    (tool,) = find(_tool)
    ensure([tool])
    return sorted(Path("/").glob(tool.file or ""))[0].parents[1]


def _class_library() -> Path:
    """The module java.base, as jlink of the package writes it; made once for each version."""
    jdk = _jdk()
    version = find(_tool)[0].version() or "unknown"
    folder = paths.build / "java" / version.replace("/", "_")
    modules = folder / "lib" / "modules"
    if modules.is_file():
        return modules
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="jlink-", dir=folder.parent) as temporary:
        made = Path(temporary) / "image"
        jlink = [str(jdk / "bin" / "jlink"), "--add-modules", "java.base"]
        command = [*jlink, "--output", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip()
            raise failure("F0825", "jlink cannot write the class library", notes=[said])
        if not folder.exists():
            made.rename(folder)
    return modules


def _of_class(file: Path) -> Program:
    main = class_name(file.read_bytes())
    if main is None:
        return Program(file.stem, {file.stem: file.read_bytes()})  # the machine says what is wrong
    folder = file.parent
    package = PurePosixPath(main).parent
    prefix = "" if str(package) == "." else f"{package}/"
    found = {f"{prefix}{each.stem}": each.read_bytes() for each in folder.glob("*.class")}
    return Program(main, {**found, main: file.read_bytes()})


def _of_jar(file: Path) -> Program:
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = archive.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
            found = {
                name.removesuffix(".class"): archive.read(name)
                for name in archive.namelist()
                if name.endswith(".class")
            }
    except zipfile.BadZipFile as error:
        raise failure("F0825", f"{shown(file)} is no archive of Java: {error}") from None
    except KeyError:
        raise failure("F0825", f"{shown(file)} has no manifest, META-INF/MANIFEST.MF") from None
    main = main_class(manifest)
    if not main:
        raise failure("F0825", f"the manifest of {shown(file)} names no Main-Class")
    return Program(main.replace(".", "/"), found)


def main_class(manifest: str) -> str:
    """The class that a manifest names, or nothing; lines that begin with a space go on."""
    key = "Main-Class:"
    lines = "\n".join(manifest.splitlines()).replace("\n ", "").splitlines()
    mains = [line.removeprefix(key).strip() for line in lines if line.startswith(key)]
    return mains[0] if mains else ""


def _of_source(file: Path) -> Program:
    """Compiled by the packaged javac."""
    compiler = _jdk() / "bin" / "javac"
    with tempfile.TemporaryDirectory(prefix="flat-javac-") as temporary:
        done = subprocess.run([compiler, "-d", temporary, file], capture_output=True, text=True)
        if done.returncode != 0:
            raise failure("F0825", f"{shown(file)} cannot be compiled", notes=[done.stderr.strip()])
        folder = Path(temporary)
        found = {
            each.relative_to(folder).with_suffix("").as_posix(): each.read_bytes()
            for each in folder.rglob("*.class")
        }
    if not found:
        raise failure("F0825", f"{shown(file)} has no class")
    mains = [name for name in found if PurePosixPath(name).name == file.stem]
    return Program(mains[0] if mains else min(found), found)


def class_name(data: bytes) -> str | None:
    """The name that a class file says it has; None if it is broken before that."""
    sizes = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4}
    sizes |= {15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
    texts: dict[int, str] = {}
    classes: dict[int, int] = {}
    try:
        (count,) = struct.unpack_from(">H", data, 8)
        at, index = 10, 1
        while index < count:
            tag = data[at]
            if tag == 1:
                (size,) = struct.unpack_from(">H", data, at + 1)
                texts[index] = data[at + 3 : at + 3 + size].decode("utf-8", "replace")
                at += 3 + size
            else:
                if tag == 7:
                    (classes[index],) = struct.unpack_from(">H", data, at + 1)
                at += 1 + sizes[tag]
            index += 2 if tag in (5, 6) else 1
        (this,) = struct.unpack_from(">H", data, at + 2)
        return texts[classes[this]]
    except (struct.error, KeyError, IndexError):
        return None
