# SPDX-License-Identifier: BSD-2-Clause
"""Prints the instructions that callgrind counted; with --below FILE they must be fewer."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path


def main() -> int:
    """Reads what callgrind says on the standard input; 1 if there are too many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--below", type=Path)
    options = parser.parse_args()
    said = sys.stdin.read()
    found = re.search(r"Collected : (\d+)", said)
    if found is None:
        print(f"callgrind counted nothing:\n{said}", file=sys.stderr)
        return 1
    count = int(found[1])
    if options.below is None:
        print(count)
        return 0
    most = int(options.below.read_text(encoding="utf-8"))
    if count >= most:
        print(f"{count} instructions, and before {most}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
