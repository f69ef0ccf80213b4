# SPDX-License-Identifier: BSD-2-Clause
"""The compilers, and the flags that kernel code, user code and the linker get."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.builder.variants import Variants
from flatland.builder.workspace import Workspace
from flatland.model.resolved import Optimize

CompilerName = Literal["clang", "g++"]

language_flags = (
    *("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti"),
    "-fno-threadsafe-statics",
)
c_language_flags = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wmissing-prototypes")
"""What a source of C gets in the place of these: a function without a prototype may be a misspelt
one of a component, or have another signature than what calls it."""

foreign_language_flags = ("-std=gnu11", "-w")
"""What sources of C get that others keep: their warnings are not ours to mend."""

optimization_flags: dict[Optimize, str] = {"speed": "-O2", "size": "-Oz", "whole": "-O2"}
"""What the assembly's `optimize` means to both compilers."""

code_flags = (
    "-g",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fno-omit-frame-pointer",
)
freestanding_flags = ("-ffreestanding", "-nostdinc", "-fno-pic", "-fno-pie")


@dataclass(frozen=True)
class Compiler:
    """One C++ compiler: what it is called and how it differs from the other."""

    name: CompilerName
    program: str
    c_program: str
    linker_flags: tuple[str, ...]  # so that it finds lld for hosted images
    colour_flag: str

    def version(self) -> str:
        """The first line of its --version; part of what an object file depends on."""
        path = shutil.which(self.program)
        if path is None:
            return "missing"
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
        return done.stdout.partition("\n")[0]

    def files(self) -> set[Path]:
        """The program's file; another version of the compiler makes it another one."""
        path = shutil.which(self.program)
        return {Path(path).resolve()} if path else set()

    def own_headers(self) -> Path:
        """The folder of the headers that C has without a library, such as <stdint.h>."""
        if self.name == "clang":
            return Path(self._told("-print-resource-dir")) / "include"
        return Path(self._told("-print-file-name=include"))

    def _told(self, question: str) -> str:
        done = subprocess.run(
            [self.c_program, question], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def target_flags(self, triple: str | None) -> tuple[str, ...]:
        """Chooses the machine; g++ compiles for the one that it was built for."""
        return (f"--target={triple}",) if triple and self.name == "clang" else ()


compilers: dict[str, Compiler] = {
    "clang": Compiler("clang", "clang++-19", "clang-19", (), "-fcolor-diagnostics"),
    "g++": Compiler("g++", "g++", "gcc", ("-B/usr/lib/llvm-19/bin",), "-fdiagnostics-color"),
}

linker = "ld.lld-19"
"""Links freestanding images, whichever compiler made the objects."""


def prefix_maps(workspace: Workspace, include: Path) -> tuple[str, ...]:
    """Flags that keep the folders' places out of the products: all paths begin at the root.

    The last of the maps that match wins in both compilers, so the more special ones stand last.
    """
    maps = [(root, ".") for root in reversed(workspace.roots)]
    maps += [(workspace.build, "./build")]
    if include.is_dir():
        links = [link for link in sorted(include.iterdir()) if link.is_symlink()]
        maps += [(link, f"./{workspace.display(link.resolve())}") for link in links]
    return tuple(f"-ffile-prefix-map={old}={new}" for old, new in maps)


def kernel_flags(compiler: Compiler, variants: Variants) -> tuple[str, ...]:
    """Flags for every kernel source of a target, without include folders."""
    return _flags_of(compiler, variants, language_flags)


def c_flags(compiler: Compiler, variants: Variants) -> tuple[str, ...]:
    """The same for sources of C."""
    return _flags_of(compiler, variants, c_language_flags)


def foreign_flags(compiler: Compiler, variants: Variants) -> tuple[str, ...]:
    """The same for sources of C that others keep."""
    return _flags_of(compiler, variants, foreign_language_flags)


def _flags_of(compiler: Compiler, variants: Variants, language: tuple[str, ...]) -> tuple[str, ...]:
    arch = variants.get("arch")
    flags = [*compiler.target_flags(arch.compile.triple), *language]
    flags += [optimization_flags[variants.optimize], *code_flags]
    if variants.freestanding:
        flags += freestanding_flags
    for variant in variants.all:
        flags += variant.compile.flags
    return (*flags, compiler.colour_flag)


def user_flags(compiler: Compiler, variants: Variants) -> tuple[str, ...]:
    """Flags for programs that run in user mode: static, without a C library."""
    arch = variants.get("arch")
    triple = arch.user.triple or arch.compile.triple
    flags = [*compiler.target_flags(triple), *language_flags]
    flags += [optimization_flags[variants.optimize], *code_flags, *freestanding_flags]
    return (*flags, *arch.user.flags, compiler.colour_flag)


def flags_hash(compiler: Compiler, *groups: tuple[str, ...]) -> str:
    """Names a folder of object files: equal flags and compiler, equal folder."""
    text = "\0".join([compiler.program, compiler.version(), *("\1".join(each) for each in groups)])
    return hashlib.sha256(text.encode()).hexdigest()[:12]
