# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of `collapse explain`: each code has one, and each example is refused by it."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

collapse_folder = Path(__file__).resolve().parents[2]
_code = re.compile(r'"(C0\d{3})"')
_example = re.compile(r"^## Example\n\n```cpp\n(.*?)```$", re.DOTALL | re.MULTILINE)


def codes_in_sources() -> set[str]:
    """Every code that the tool may print."""
    folders = (collapse_folder / "lib", collapse_folder.parent / "rewrite" / "lib")
    return {
        code
        for folder in folders
        for source in folder.glob("*.cpp")
        for code in _code.findall(source.read_text(encoding="utf-8"))
    }


def problem_of(page: Path, collapse: Path, folder: Path) -> str | None:
    """What is wrong with a page: its printing, or the finding of its example."""
    text = page.read_text(encoding="utf-8")
    printed = subprocess.run(
        [collapse, "explain", page.stem], capture_output=True, text=True, check=False
    )
    if printed.stdout != text:
        return f"{page.stem}: `collapse explain` prints something else than the page"
    example = _example.search(text)
    if example is None:
        return None
    source = folder / f"{page.stem}.cpp"
    source.write_text(example[1], encoding="utf-8")
    compiler: list[str | Path] = [
        "g++",
        "-std=c++20",
        "-c",
        source,
        "-o",
        folder / f"{page.stem}.o",
    ]
    plain = subprocess.run(compiler, capture_output=True, text=True, check=False)
    if plain.returncode != 0:
        return f"{page.stem}: the example does not compile:\n{plain.stderr}"
    check: list[str | Path] = [collapse, "check", "--class", "Target", "--", *compiler]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    if done.returncode == 1 and f"error[{page.stem}]" in done.stderr:
        return None
    return f"{page.stem}: the example ends with {done.returncode}, and:\n{done.stderr}"


def main() -> int:
    """Prints what is wrong; 0 if nothing is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collapse", type=Path, required=True, help="the program")
    collapse: Path = parser.parse_args().collapse.resolve()
    pages = sorted((collapse_folder / "refusals").glob("C*.md"))
    codes = codes_in_sources()
    named = {page.stem for page in pages}
    problems = [f"{code}: there is no page" for code in sorted(codes - named)]
    problems += [f"{code}: nothing prints this code" for code in sorted(named - codes)]
    index = (collapse_folder / "refusals" / "README.md").read_text(encoding="utf-8")
    unlisted = [code for code in sorted(named) if f"({code}.md)" not in index]
    problems += [f"{code}: not in README.md" for code in unlisted]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda page: problem_of(page, collapse, Path(folder)), pages)
        problems += [problem for problem in found if problem]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
