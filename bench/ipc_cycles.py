# SPDX-License-Identifier: BSD-2-Clause
"""Builds and runs bench/ipc_cycles.cpp: the L4 kernel's IPC as a Linux process, in cycles.

Usage: python3 bench/ipc_cycles.py
The kernel's components are those of the unit tests of `api.Ipc`, compiled without sanitizers.
Cycles are of a shared machine: only their ratios within one run mean something.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

kit = Path(__file__).resolve().parents[1]
tests = kit / "build" / "tests"
configuration = tests / "hosted-default-v4-up"
program = "api-v4-ipc"


def sources() -> list[Path]:
    """The sources that the unit tests of `api.Ipc` are linked from, tests and fakes left out."""
    text = (tests / "build.ninja").read_text(encoding="utf-8").replace("$\n", "")
    found = re.search(rf"^build [^\n]*/programs/{program}: link ([^\n]*)$", text, re.MULTILINE)
    if not found:
        raise SystemExit("`flat test api.Ipc` has left no build of its tests")
    folder = configuration / "objects"
    names = [word for word in found[1].split() if word.startswith(str(folder))]
    files = [kit / Path(name).relative_to(folder).with_suffix("") for name in names]
    return [file for file in files if not file.stem.endswith("_test")]


def main() -> None:
    """Prints what the program prints."""
    subprocess.run([kit / "flat", "test", "api.Ipc"], check=True, stdout=subprocess.DEVNULL)
    includes = ("include", "generated", "composition/include")
    flags = ["-std=c++20", "-O2", "-DNDEBUG", "-fno-rtti", "-fuse-ld=lld", "-w"]
    flags += [f"-I{configuration / name}" for name in includes]
    flags += [f"-I{kit / 'build' / 'generated'}", f"-I{kit / 'components'}"]
    flags += ["-Wl,--defsym=flat_image_start=__executable_start"]
    with tempfile.TemporaryDirectory(prefix="flat-bench-") as temporary:
        image = Path(temporary) / "ipc_cycles"
        main_source = kit / "bench" / "ipc_cycles.cpp"
        own = [file for file in sources() if file.name != "main.cpp"]
        command: list[str | Path] = ["clang++-19", *flags, main_source, *own, "-o", image]
        subprocess.run(command, check=True)
        subprocess.run([image], check=True)


if __name__ == "__main__":
    main()
