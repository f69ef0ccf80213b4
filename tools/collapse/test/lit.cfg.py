# SPDX-License-Identifier: BSD-2-Clause
"""How lit runs the tests of collapse; README.md says how to start it.

lit executes this file with `config` and `lit_config` as globals.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import lit.formats  # type: ignore[import-not-found]

config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]

here = Path(__file__).resolve().parent
llvm = Path("/usr/lib/llvm-19/bin")
originals_only = lit_config.params.get("originals") == "1"


def collapse_path() -> str:
    """The program under test, from the environment."""
    named = os.environ.get("COLLAPSE", "")
    path = shutil.which(named) if named else None
    if path:
        return str(Path(path).resolve())
    if originals_only:
        return "collapse-is-not-run"
    lit_config.fatal("set COLLAPSE to the path of the program, or give --param originals=1")
    raise SystemExit(1)


def script(name: str) -> str:
    """A helper program of support/, with the tool and both compilers."""
    words = [sys.executable, str(here / "support" / f"{name}.py")]
    if originals_only:
        words.append("--originals-only")
    words += ["--collapse", collapse, "--folder"]
    return f"{shlex.join(words)} %t.folder"


collapse = collapse_path()
config.name = "collapse"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp"]
config.excludes = ["Inputs", "fuzz", "support"]
config.test_source_root = str(here)
config.test_exec_root = lit_config.params.get("output") or str(
    here.parents[2] / "build" / "collapse-test"
)
config.substitutions += [
    ("%same_output", script("same_output")),
    ("%refused", script("refused")),
    ("%cloned", script("cloned")),
    ("%expect_status", f"{sys.executable} {here / 'support' / 'expect_status.py'}"),
    ("%flat_gxx", f"{collapse} --class Derived -- g++"),
    ("%flat_clangxx", f"{collapse} --class Derived -- clang++-19"),
    ("%collapse", collapse),
    ("%clangxx", "clang++-19"),
    ("%gxx", "g++"),
    ("%FileCheck", str(llvm / "FileCheck")),
    ("%not", str(llvm / "not")),
    ("%nm", str(llvm / "llvm-nm")),
    ("%dwarfdump", str(llvm / "llvm-dwarfdump")),
    ("%python", sys.executable),
    ("%support", str(here / "support")),
    ("%words", f"{sys.executable} {here / 'support' / 'words.py'}"),
    ("%inputs", str(here / "Inputs")),
]
if not originals_only:
    config.available_features.add("collapse")
if shutil.which("ccache"):
    config.available_features.add("ccache")
config.environment["CCACHE_DIR"] = str(Path(config.test_exec_root) / "ccache")
