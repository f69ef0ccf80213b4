# SPDX-License-Identifier: BSD-2-Clause
"""How lit runs the tests of specialize; README.md says how to start it.

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


def program(variable: str) -> str:
    """A program under test, from the environment."""
    named = os.environ.get(variable, "")
    path = shutil.which(named) if named else None
    if not path:
        lit_config.fatal(f"set {variable} to the path of the program")
        raise SystemExit(1)
    return str(Path(path).resolve())


def script(name: str) -> str:
    """A helper program of support/, with the tool."""
    words = [sys.executable, str(here / "support" / f"{name}.py"), "--specialize", specialize]
    return f"{shlex.join([*words, '--folder'])} %t.folder"


specialize = program("SPECIALIZE")
config.name = "specialize"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".c"]
config.excludes = ["Inputs", "support"]
config.test_source_root = str(here)
config.test_exec_root = lit_config.params.get("output") or str(
    here.parents[2] / "build" / "specialize-test"
)
config.substitutions += [
    ("%same_output", script("same_output")),
    ("%refused", script("refused")),
    ("%spec_of", f"{sys.executable} {here / 'support' / 'spec_of.py'}"),
    ("%expect_status", f"{sys.executable} {here / 'support' / 'expect_status.py'}"),
    ("%specialize", specialize),
    ("%FileCheck", "/usr/lib/llvm-19/bin/FileCheck"),
    ("%python", sys.executable),
    ("%support", str(here / "support")),
]
