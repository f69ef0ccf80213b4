# SPDX-License-Identifier: BSD-2-Clause
"""Targets of libFuzzer: built with the sources that they test, and run for a while."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from flatland.builder.linked import unit_named, units_of
from flatland.builder.pipeline import BuildOptions, generate

_sanitize = ("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
_code = ("-O1", "-gline-tables-only", "-fno-omit-frame-pointer")
_flags = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", *_code, *_sanitize)
_link = ("-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,--defsym=flat_image_start=__executable_start")


def fuzz(
    folder: Path,
    target: Path,
    words: Sequence[str | Path],
    seeds: Mapping[str, bytes],
    runs: int,
    bytes_max: int = 400,
) -> None:
    """Builds a target with what it tests, and runs it so often, from seeds on; raises if it fails.

    `words` are the sources and what the compiler needs for them; what is made lies in `folder`.
    """
    program = folder / "fuzz"
    sources = [word for word in map(str, words) if word.endswith(".cpp")]
    others = [word for word in map(str, words) if not word.endswith(".cpp")]
    together = folder / "sources.cpp"  # as in the variant `flat`: their headers are read once
    together.write_text("".join(f'#include "{each}"\n' for each in sources), encoding="utf-8")
    command = ("clang++-19", *_flags, target, together, *others, *_link, "-o", program)
    subprocess.run([str(word) for word in command], check=True)
    corpus = folder / "seeds"
    corpus.mkdir()
    for name, data in seeds.items():
        (corpus / name).write_bytes(data)
    options = (f"-runs={runs}", "-seed=1", f"-max_len={bytes_max}", "-verbosity=0")
    subprocess.run([program, *options, corpus], check=True, cwd=folder)


def includes_of(kernel: str, source: str, target: str | None = None) -> list[str | Path]:
    """The folders of headers that a source of a kernel sees, as words for a compiler.

    All headers are there afterwards; nothing is compiled. A target of None is the kernel's first.
    """
    units = units_of(generate(kernel, BuildOptions(target)))
    return list(unit_named(units, source).include_words)
