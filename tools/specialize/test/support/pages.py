# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of `specialize explain`: one for each code, refused as its example says."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

specialize_folder = Path(__file__).resolve().parents[2]
_code = re.compile(r'"(S0\d{3})"')
_example = re.compile(r"^```(c|cpp)\n(.*?)```\n\n```spec\n(.*?)```$", re.DOTALL | re.MULTILINE)
_compilers = {"c": ["gcc", "-O2"], "cpp": ["g++", "-O2", "-std=c++20"]}
# Of the shared library, under the letter of this tool.
_shared = {"S0110", "S0111"}


def codes_in_sources() -> set[str]:
    """Every code that the tool may print."""
    folders = (specialize_folder / "lib", specialize_folder / "engine")
    return _shared | {
        code
        for folder in folders
        for source in folder.glob("*.cpp")
        for code in _code.findall(source.read_text(encoding="utf-8"))
    }


def problem_of(page: Path, specialize: Path, folder: Path) -> str | None:
    """What is wrong with a page: its printing, or the finding of its example."""
    text = page.read_text(encoding="utf-8")
    printed = subprocess.run(
        [specialize, "explain", page.stem], capture_output=True, text=True, check=False
    )
    if printed.stdout != text:
        return f"{page.stem}: `specialize explain` prints something else than the page"
    example = _example.search(text)
    if example is None:
        return None
    language, code, statements = example.groups()
    source = folder / f"{page.stem}.{language}"
    source.write_text(code, encoding="utf-8")
    spec = folder / f"{page.stem}.spec"
    spec.write_text(statements, encoding="utf-8")
    written = folder / f"{page.stem}.o"
    command = [str(specialize), str(spec), "-o", str(written), "--", *_compilers[language]]
    done = subprocess.run(
        [*command, "-c", str(source)], capture_output=True, text=True, check=False
    )
    if done.returncode == 1 and f"error[{page.stem}]" in done.stderr and not written.exists():
        return None
    return f"{page.stem}: the example ends with {done.returncode}, and:\n{done.stderr}"


def main() -> int:
    """Prints what is wrong; 0 if nothing is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specialize", type=Path, required=True, help="the program")
    specialize: Path = parser.parse_args().specialize.resolve()
    pages = sorted((specialize_folder / "refusals").glob("S*[0-9].md"))
    codes = codes_in_sources()
    named = {page.stem for page in pages}
    problems = [f"{code}: there is no page" for code in sorted(codes - named)]
    problems += [f"{code}: nothing prints this code" for code in sorted(named - codes)]
    index = (specialize_folder / "refusals" / "README.md").read_text(encoding="utf-8")
    unlisted = [code for code in sorted(named) if f"({code}.md)" not in index]
    problems += [f"{code}: not in README.md" for code in unlisted]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda page: problem_of(page, specialize, Path(folder)), pages)
        problems += [problem for problem in found if problem]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
