# SPDX-License-Identifier: BSD-2-Clause
"""Runs one compilation many times at once, each with an output of its own after the command.

All must succeed, all outputs must be equal, and the folder for temporary files must be empty.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compilers import TestFailed, run


def main() -> int:
    """Runs the command, checks what is there afterwards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="for outputs")
    parser.add_argument("count", type=int)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    try:
        _check(options.folder, options.count, options.command)
    except TestFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


def _check(folder: Path, count: int, command: list[str]) -> None:
    temporary = folder / "temporary"
    temporary.mkdir(parents=True, exist_ok=True)
    os.environ["TMPDIR"] = str(temporary)
    outputs = [folder / f"{index}.o" for index in range(count)]
    with ThreadPoolExecutor(count) as pool:
        finished = list(pool.map(lambda output: run([*command, str(output)]), outputs))
    for done in finished:
        if done.status != 0:
            raise TestFailed(done.told())
    # Objects of one command differ in nothing, though other temporary files were used.
    for output in outputs[1:]:
        subprocess.run(["cmp", str(outputs[0]), str(output)], check=True)
    if left := sorted(each.name for each in temporary.iterdir()):
        raise TestFailed(f"left behind: {', '.join(left)}")


if __name__ == "__main__":
    sys.exit(main())
