# SPDX-License-Identifier: BSD-2-Clause
"""THINK's table 7: frames for 10^9 instructions on flat memory, paged memory, and Linux.

Usage: .venv/bin/python tests/doom/table_7.py
All play the same demo in the same emulator, where the clock counts an instruction as a nanosecond.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from doom_on_linux import build_engine, find_wad, modes, play_on_machine

from flatland import paths
from flatland.grid import grid

kernels = {
    "flat memory": ("doom-demo", "demo-640", "demo-1024"),
    "paged memory": ("paged", "paged-640", "paged-1024"),
}


def rate_of_kernel(name: str) -> int:
    """What a run of one of ours records, in `flat`."""
    command = [str(paths.kit / "flat"), "run", f"kernels/doom/{name}.flat"]
    command += ["--variant", "flat", "--headless", "--format", "json"]
    done = subprocess.run(command, cwd=paths.kit, stdout=subprocess.PIPE, check=True)
    return int(json.loads(done.stdout)["records"][0]["rate"])


def rate_of_linux(program: Path, folder: Path, size: tuple[int, int]) -> int:
    """The same of Linux."""
    said = play_on_machine(program, find_wad(), folder, *size)
    found = re.search(r"^@record (.*)$", said, re.MULTILINE)
    if not found:
        raise SystemExit(said)
    return int(json.loads(found[1])["rate"])


def main() -> None:
    """Prints a row when it is complete."""
    rows = [[title, *map(rate_of_kernel, names)] for title, names in kernels.items()]
    with tempfile.TemporaryDirectory() as folder:
        program = build_engine(Path(folder))
        rows.append(["Linux", *(rate_of_linux(program, Path(folder), size) for size in modes)])
    titles = ["frames in 10^9", *(f"{width} x {height}" for width, height in modes)]
    print("\n".join(grid(titles, [[str(cell) for cell in row] for row in rows])))


if __name__ == "__main__":
    main()
