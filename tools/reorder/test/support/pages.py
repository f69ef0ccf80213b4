# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of `reorder explain`: each code has one, and each example is refused by it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "rewrite"))

from layout import described, plan_of, planned_class
from testing.pages import Pages, check, codes_in, compile_plainly, run, shared_code

_example = re.compile(
    r"^## Example\n\nThe class `(\w+)`.*:\n\n```(\w+)\n(.*?)```$", re.DOTALL | re.MULTILINE
)
_compilers = {"c": ["gcc", "-std=gnu17"], "cpp": ["g++", "-std=c++20"]}
# Of the shared library, for commands that reorder does not take.
_of_others = {"R0115", "R0116"}


def refuse(reorder: Path, example: re.Match[str], place: Path) -> subprocess.CompletedProcess[str]:
    """Reverses the class of an example."""
    name, language, code = example.groups()
    source = place.with_suffix(f".{language}")
    source.write_text(code, encoding="utf-8")
    compiler = [*_compilers[language], "-c", str(source), "-o", str(place.with_suffix(".o"))]
    compile_plainly(compiler)
    plan = place.with_suffix(".json")
    reversed_class = planned_class(described(str(reorder), name, compiler), "reversed")
    plan.write_text(json.dumps(plan_of([reversed_class])), encoding="utf-8")
    return run([str(reorder), "--plan", str(plan), "--", *compiler])


if __name__ == "__main__":
    numbers = codes_in(("reorder/lib", *shared_code), r"[CR](0\d{3})")
    codes = frozenset(f"R{number}" for number in numbers) - _of_others
    sys.exit(check(Pages("reorder", "R", codes, _example, refuse)))
