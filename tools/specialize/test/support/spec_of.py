# SPDX-License-Identifier: BSD-2-Clause
"""Writes the spec that a test program holds in its `SPEC` lines: spec_of.py SOURCE SPEC."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_line = re.compile(r"^// SPEC:(?: (.*))?$", re.MULTILINE)


def spec_of(source: Path) -> str:
    """The text after each `SPEC:`, one line for each."""
    return "".join(f"{text}\n" for text in _line.findall(source.read_text(encoding="utf-8")))


def main() -> int:
    """Writes it."""
    Path(sys.argv[2]).write_text(spec_of(Path(sys.argv[1])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
