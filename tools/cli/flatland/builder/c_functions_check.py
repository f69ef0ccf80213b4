# SPDX-License-Identifier: BSD-2-Clause
"""Refuses a component in C that does not define a function of its ports.

A program of its own (`python c_functions_check.py STAMP NEEDED NM RESPONSE_FILE`) that Ninja runs
before the link; it uses only the standard library. NEEDED has the prototype of a function in each
line, the objects in RESPONSE_FILE should define them all.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def defined(nm: str, objects: Sequence[str]) -> set[str]:
    """The names that object files define for others."""
    command = [nm, "--defined-only", "--extern-only", "--format=just-symbols", *objects]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def function_of(prototype: str) -> str:
    """The name of the function in a prototype."""
    return prototype.partition("(")[0].rpartition(" ")[2]


def main(arguments: Sequence[str]) -> int:
    """Writes STAMP when every function is there."""
    stamp, needed, nm, response = arguments
    objects = shlex.split(Path(response).read_text(encoding="utf-8"))
    known = defined(nm, objects)
    prototypes = Path(needed).read_text(encoding="utf-8").splitlines()
    missing = [each for each in prototypes if function_of(each) not in known]
    for prototype in missing:
        print(f"missing-function: {prototype}")
    if missing:
        return 1
    Path(stamp).write_text("", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
