# SPDX-License-Identifier: BSD-2-Clause
"""Checks the pages of `specialize explain`: one for each code, refused as its example says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "rewrite"))

from testing.pages import BadExample, Pages, check, codes_in, run

_example = re.compile(r"^```(c|cpp)\n(.*?)```\n\n```spec\n(.*?)```$", re.DOTALL | re.MULTILINE)
_compilers = {"c": ["gcc", "-O2"], "cpp": ["g++", "-O2", "-std=c++20"]}
# Of the shared library, under the letter of this tool.
_shared = frozenset({"S0110", "S0111"})
_folders = (
    *("options", "spec", "source", "facts", "scan", "engine", "stencil", "sessions", "versions"),
    *("report", "capture", "cli"),
)


def refuse(
    specialize: Path, example: re.Match[str], place: Path
) -> subprocess.CompletedProcess[str]:
    """Specialises the program of an example for its spec, which must write nothing."""
    language, code, statements = example.groups()
    source = place.with_suffix(f".{language}")
    source.write_text(code, encoding="utf-8")
    spec = place.with_suffix(".spec")
    spec.write_text(statements, encoding="utf-8")
    written = place.with_suffix(".o")
    command = [str(specialize), str(spec), "-o", str(written), "--", *_compilers[language]]
    done = run([*command, "-c", str(source)])
    if written.exists():
        raise BadExample(f"is specialised, and:\n{done.stderr}")
    return done


if __name__ == "__main__":
    codes = _shared | codes_in((f"specialize/{name}" for name in _folders), r"(S0\d{3})")
    sys.exit(check(Pages("specialize", "S", codes, _example, refuse)))
