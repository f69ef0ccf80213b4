# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of a tool's `explain`: one for each code, refused as its example says."""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

_tools = Path(__file__).resolve().parents[2]


class BadExample(Exception):
    """Why the example of a page shows nothing, besides what the tool said of it."""


@dataclass(frozen=True)
class Pages:
    """The pages of a tool, `tools/NAME/refusals/LETTER*.md`, and how to try their examples."""

    name: str
    letter: str
    codes: frozenset[str]  # that the tool may print
    example: re.Pattern[str]  # in the text of a page, if it has one
    refuse: Callable[[Path, re.Match[str], Path], subprocess.CompletedProcess[str]]
    """Runs the tool on an example; the last path is where files of the example may begin.
    Raises BadExample."""

    @property
    def folder(self) -> Path:
        """Where they are."""
        return _tools / self.name / "refusals"


shared_code = tuple(f"rewrite/{name}" for name in ("command", "text", "meaning", "tool"))
"""Folders of what all tools stand on, and may report."""


def codes_in(folders: Iterable[str], pattern: str) -> frozenset[str]:
    """What a pattern finds in string literals of sources, in folders of tools/."""
    literal = re.compile(f'"{pattern}"')
    return frozenset(
        code
        for folder in folders
        for source in (_tools / folder).rglob("*.cpp")
        for code in literal.findall(source.read_text(encoding="utf-8"))
    )


def check(pages: Pages) -> int:
    """Prints what is wrong with the pages of the program on the command line; 0 if nothing is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(f"--{pages.name}", dest="tool", type=Path, required=True)
    problems = problems_of(pages, parser.parse_args().tool.resolve())
    print("\n".join(problems))
    return 1 if problems else 0


def problems_of(pages: Pages, tool: Path) -> list[str]:
    """What is wrong with the pages of a program."""
    files = sorted(pages.folder.glob(f"{pages.letter}*[0-9].md"))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda page: _problem_of(pages, page, tool, Path(folder)), files)
        wrong = [problem for problem in found if problem]
    return [*_differences(pages, {page.stem for page in files}), *wrong]


def _differences(pages: Pages, named: set[str]) -> list[str]:
    """Codes without a page, pages without a code, and what the index does not list."""
    index = (pages.folder / "README.md").read_text(encoding="utf-8")
    return [
        *(f"{code}: there is no page" for code in sorted(pages.codes - named)),
        *(f"{code}: nothing prints this code" for code in sorted(named - pages.codes)),
        *(f"{code}: not in README.md" for code in sorted(named) if f"({code}.md)" not in index),
    ]


def _problem_of(pages: Pages, page: Path, tool: Path, folder: Path) -> str | None:
    """What is wrong with a page: its printing, or the finding of its example."""
    text = page.read_text(encoding="utf-8")
    printed = subprocess.run(
        [tool, "explain", page.stem], capture_output=True, text=True, check=False
    )
    if printed.stdout != text:
        return f"{page.stem}: `{pages.name} explain` prints something else than the page"
    example = pages.example.search(text)
    if example is None:
        return None
    try:
        done = pages.refuse(tool, example, folder / page.stem)
    except BadExample as problem:
        return f"{page.stem}: the example {problem}"
    if done.returncode == 1 and f"error[{page.stem}]" in done.stderr:
        return None
    return f"{page.stem}: the example ends with {done.returncode}, and:\n{done.stderr}"


def compile_plainly(command: list[str]) -> None:
    """Compiles an example without the tool; BadExample if it does not compile."""
    plain = subprocess.run(command, capture_output=True, text=True, check=False)
    if plain.returncode != 0:
        raise BadExample(f"does not compile:\n{plain.stderr}")


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs the tool to its end."""
    return subprocess.run(command, capture_output=True, text=True, check=False)
