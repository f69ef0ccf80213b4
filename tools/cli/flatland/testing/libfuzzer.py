# SPDX-License-Identifier: BSD-2-Clause
"""Targets of libFuzzer: built with the sources that they test, and run for a while."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_sanitize = ("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
_flags = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", "-O1", "-g", *_sanitize)
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
    command = ("clang++-19", *_flags, target, *words, *_link, "-o", program)
    subprocess.run([str(word) for word in command], check=True)
    corpus = folder / "seeds"
    corpus.mkdir()
    for name, data in seeds.items():
        (corpus / name).write_bytes(data)
    options = (f"-runs={runs}", "-seed=1", f"-max_len={bytes_max}", "-verbosity=0")
    subprocess.run([program, *options, corpus], check=True, cwd=folder)
