# SPDX-License-Identifier: BSD-2-Clause
"""Writes the representative run of ninja: two thousand edges whose outputs are missing."""

from pathlib import Path

EDGES = 2000


def main() -> None:
    """Writes build.ninja and its sources into the folder `work`."""
    folder = Path("work")
    folder.mkdir()
    lines = ["rule copy", "  command = cp $in $out", "  description = COPY $out"]
    for number in range(EDGES):
        (folder / f"in{number}").write_text("")
        lines.append(f"build out{number}: copy in{number}")
    (folder / "build.ninja").write_text("\n".join(lines) + "\n")


main()
