# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of `collapse explain`: each code has one, and each example is refused by it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "rewrite"))

from testing.pages import Pages, check, codes_in, compile_plainly, run, shared_code

_example = re.compile(r"^## Example\n\n```cpp\n(.*?)```$", re.DOTALL | re.MULTILINE)


def refuse(collapse: Path, example: re.Match[str], place: Path) -> subprocess.CompletedProcess[str]:
    """Checks the class `Target` of an example."""
    source = place.with_suffix(".cpp")
    source.write_text(example[1], encoding="utf-8")
    output = str(place.with_suffix(".o"))
    compiler = ["g++", "-std=c++20", "-c", str(source), "-o", output]
    compile_plainly(compiler)
    return run([str(collapse), "check", "--class", "Target", "--", *compiler])


if __name__ == "__main__":
    codes = codes_in(("collapse/lib", *shared_code), r"(C0\d{3})")
    sys.exit(check(Pages("collapse", "C", codes, _example, refuse)))
