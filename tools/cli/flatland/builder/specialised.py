# SPDX-License-Identifier: BSD-2-Clause
"""Makes the object file of a kernel's one unit with functions specialised for what is stated.

A program of its own (`python specialised.py --help`) that Ninja runs after the unit was compiled
without them; it uses only the standard library. The unit's text as the tools before `specialize`
leave it lies beside the object file, and so does what `specialize` reports.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path


def main(words: Sequence[str]) -> int:
    """Writes the object file; else prints what a tool refuses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path, help="the object file")
    parser.add_argument("source", type=Path, help="the kernel's one unit")
    parser.add_argument("--facts", type=Path, action="append", required=True, help="a spec")
    parser.add_argument("--before", nargs=2, action="append", metavar=("TOOL", "PLAN"))
    parser.add_argument("--specialize", required=True, help="the tool")
    separator = words.index("--")
    options = parser.parse_args(words[:separator])
    compiler = list(words[separator + 1 :])
    text = options.source
    for tool, plan in options.before:
        made = options.output.with_suffix(f".{Path(tool).name}.cpp")
        status = _run([tool, "apply", "--plan", plan, "-o", str(made), "--", *compiler, "-c", text])
        if status != 0:
            return status
        text = made
    report = options.output.with_suffix(".report")
    spec = _joined(options.facts, options.output.with_suffix(".spec"))
    command = [options.specialize, str(spec), "-o", str(options.output), "--replace"]
    with report.open("w", encoding="utf-8") as file:
        return _run([*command, "--", *compiler, "-c", text], file.fileno(), _overrides(compiler))


def _run(command: Sequence[str | Path], output: int | None = None, overrides: str = "") -> int:
    """The exit code of a command, which says itself what is wrong."""
    environment = {**os.environ, **({"CCC_OVERRIDE_OPTIONS": overrides} if overrides else {})}
    return subprocess.run(command, stdout=output, env=environment, check=False).returncode


def _joined(facts: Sequence[Path], place: Path) -> Path:
    """One spec of all: a single one is left where its author knows it."""
    if len(facts) == 1:
        return facts[0]
    place.write_text("\n".join(each.read_text(encoding="utf-8") for each in facts), "utf-8")
    return place


def _overrides(words: Sequence[str]) -> str:
    """What gives the clang below `specialize` the same options of LLVM's, which that leaves out."""
    options = [after for word, after in pairwise(words) if word == "-mllvm"]
    return "# " + " ".join(f"+-mllvm={each}" for each in options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
