# SPDX-License-Identifier: BSD-2-Clause
"""How lit runs the tests of a tool: a program of its own for each file, in `test/`."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from testing.helper_format import HelperFormat

_llvm = Path("/usr/lib/llvm-19/bin")
_shared = Path(__file__).resolve().parent


class Suite:
    """The tests in a folder `tools/TOOL/test`; their helper programs are in `support/`.

    `config` and `lit_config` are the globals with which lit executes a `lit.cfg.py`.
    """

    def __init__(self, config: Any, lit_config: Any, folder: Path, suffixes: list[str]) -> None:
        self._config = config
        self._lit_config = lit_config
        self._support = folder / "support"
        tool = folder.parent.name
        if "FLAT_EXHAUSTIVE" in os.environ:
            config.environment["FLAT_EXHAUSTIVE"] = "1"
        config.name = tool
        config.test_format = HelperFormat(self._support)
        config.suffixes = suffixes
        config.excludes = ["Inputs", "support"]
        config.test_source_root = str(folder)
        config.test_exec_root = lit_config.params.get("output") or str(
            folder.parents[2] / "build" / f"{tool}-test"
        )

    def program(self, variable: str) -> str:
        """A program under test, from the environment; without it, no test runs."""
        named = os.environ.get(variable, "")
        path = shutil.which(named) if named else None
        if not path:
            self._lit_config.fatal(f"set {variable} to the path of the program")
            raise SystemExit(1)
        return str(Path(path).resolve())

    def substitute(self, words: Mapping[str, str]) -> None:
        """What names that begin with % stand for in `RUN` lines."""
        self._config.substitutions += words.items()

    def helper(self, name: str, *words: str) -> str:
        """A program of `support/`, with these words."""
        return shlex.join([sys.executable, str(self._support / f"{name}.py"), *words])

    def test_helper(self, name: str, *words: str) -> str:
        """The same with a folder of the test's own; the source comes after it."""
        return f"{self.helper(name, *words, '--folder')} %t.folder"

    def substitute_shared(self) -> None:
        """What every tool's tests may use."""
        expect_status = shlex.join([sys.executable, str(_shared / "expect_status.py")])
        self.substitute(
            {
                "%expect_status": expect_status,
                "%FileCheck": str(_llvm / "FileCheck"),
                "%python": sys.executable,
                "%support": str(self._support),
            }
        )
