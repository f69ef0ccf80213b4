# SPDX-License-Identifier: BSD-2-Clause
"""Prints the words of a dependency file, each once, sorted: its rules without order and layout.

Paths of existing files are written in the shortest way: compilers differ in how they spell them.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Reads the file that is named."""
    text = Path(sys.argv[1]).read_text().replace("\\\n", " ")
    print("\n".join(sorted({_resolved(word) for word in text.split()})))
    return 0


def _resolved(word: str) -> str:
    name = word.removesuffix(":")
    if not Path(name).is_absolute():
        return word
    return word.replace(name, str(Path(name).resolve()))


if __name__ == "__main__":
    sys.exit(main())
