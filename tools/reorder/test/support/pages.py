# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of `reorder explain`: each code has one, and each example is refused by it."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from layout import described, plan_of, planned_class

reorder_folder = Path(__file__).resolve().parents[2]
_code = re.compile(r'"[CR](0\d{3})"')
_example = re.compile(
    r"^## Example\n\nThe class `(\w+)`.*:\n\n```(\w+)\n(.*?)```$", re.DOTALL | re.MULTILINE
)
_compilers = {"c": ["gcc", "-std=gnu17"], "cpp": ["g++", "-std=c++20"]}
# Of the shared library, for commands that reorder does not take.
_of_others = {"R0115", "R0116"}


def codes_in_sources() -> set[str]:
    """Every code that the tool may print."""
    folders = (reorder_folder / "lib", reorder_folder.parent / "rewrite" / "lib")
    return {
        f"R{code}"
        for folder in folders
        for source in folder.glob("*.cpp")
        for code in _code.findall(source.read_text(encoding="utf-8"))
    } - _of_others


def problem_of(page: Path, reorder: Path, folder: Path) -> str | None:
    """What is wrong with a page: its printing, or the finding of its example."""
    text = page.read_text(encoding="utf-8")
    printed = subprocess.run(
        [reorder, "explain", page.stem], capture_output=True, text=True, check=False
    )
    if printed.stdout != text:
        return f"{page.stem}: `reorder explain` prints something else than the page"
    example = _example.search(text)
    if example is None:
        return None
    name, language, code = example.groups()
    source = folder / f"{page.stem}.{language}"
    source.write_text(code, encoding="utf-8")
    output = folder / f"{page.stem}.o"
    compiler = [*_compilers[language], "-c", str(source), "-o", str(output)]
    plain = subprocess.run(compiler, capture_output=True, text=True, check=False)
    if plain.returncode != 0:
        return f"{page.stem}: the example does not compile:\n{plain.stderr}"
    plan = folder / f"{page.stem}.json"
    reversed_class = planned_class(described(str(reorder), name, compiler), "reversed")
    plan.write_text(json.dumps(plan_of([reversed_class])), encoding="utf-8")
    command = [str(reorder), "--plan", str(plan), "--", *compiler]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 1 and f"error[{page.stem}]" in done.stderr:
        return None
    return f"{page.stem}: the example ends with {done.returncode}, and:\n{done.stderr}"


def main() -> int:
    """Prints what is wrong; 0 if nothing is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reorder", type=Path, required=True, help="the program")
    reorder: Path = parser.parse_args().reorder.resolve()
    pages = sorted((reorder_folder / "refusals").glob("R*[0-9].md"))
    codes = codes_in_sources()
    named = {page.stem for page in pages}
    problems = [f"{code}: there is no page" for code in sorted(codes - named)]
    problems += [f"{code}: nothing prints this code" for code in sorted(named - codes)]
    index = (reorder_folder / "refusals" / "README.md").read_text(encoding="utf-8")
    unlisted = [code for code in sorted(named) if f"({code}.md)" not in index]
    problems += [f"{code}: not in README.md" for code in unlisted]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda page: problem_of(page, reorder, Path(folder)), pages)
        problems += [problem for problem in found if problem]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
