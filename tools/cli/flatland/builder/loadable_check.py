# SPDX-License-Identifier: BSD-2-Clause
"""Refuses a component object that calls what the kernel does not give.

A program of its own (`python loadable_check.py STAMP EXPORTS NM OBJECT`) that Ninja runs after the
link; it uses only the standard library. EXPORTS has a line `export FUNCTION` for each function.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_export = re.compile(r"^export (\S+)$", re.MULTILINE)


def needed(nm: str, file: str) -> set[str]:
    """The names that an object leaves to others."""
    command = [nm, "--dynamic", "--undefined-only", "--format=just-symbols", file]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def main(arguments: Sequence[str]) -> int:
    """Writes STAMP when the kernel gives all that is needed."""
    stamp, exports, nm, file = arguments
    given = set(_export.findall(Path(exports).read_text(encoding="utf-8")))
    missing = sorted(needed(nm, file) - given)
    for name in missing:
        print(f"not-given: {name}")
    if missing:
        return 1
    Path(stamp).write_text("", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
