# SPDX-License-Identifier: BSD-2-Clause
"""Runs tests whose `RUN` lines only call helpers of `support/` without starting Python for each.

To start Python with what a helper imports takes longer than most compilations here. lit has it all
in memory: a process that it forks becomes the helper.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import sys
import tempfile
import traceback
from pathlib import Path
from typing import IO, Any, NoReturn

import lit.formats  # type: ignore[import-not-found]
import lit.Test  # type: ignore[import-not-found]
import lit.TestRunner  # type: ignore[import-not-found]

_line = re.compile(lit.TestRunner.kPdbgRegex)
_shell = re.compile(r"[|&;<>$`*?()\n]")


class HelperFormat(lit.formats.ShTest):  # type: ignore[misc]
    """lit's own format, but for tests that are calls of helpers in a folder and nothing else."""

    def __init__(self, support: Path) -> None:
        super().__init__(execute_external=False)
        self._support = support

    def execute(self, test: Any, lit_config: Any) -> Any:
        """Runs one test; what is more than calls of helpers is left to lit."""
        calls = self._calls(test)
        if lit_config.noExecute or test.config.unsupported or not calls:
            return super().execute(test, lit_config)
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
            is_good = all(_run(call, test, said) for call in calls)
            said.seek(0)
            return lit.Test.Result(lit.Test.PASS if is_good else lit.Test.FAIL, said.read())

    def _calls(self, test: Any) -> list[list[str]]:
        """The helpers that a test calls, each with its words; none if it does anything else."""
        script = lit.TestRunner.parseIntegratedTestScript(test)
        if isinstance(script, lit.Test.Result):
            return []
        names = lit.TestRunner.getDefaultSubstitutions(test, *lit.TestRunner.getTempPaths(test))
        features = dict.fromkeys(test.config.available_features, True)
        limit = test.config.recursiveExpansionLimit
        lines = lit.TestRunner.applySubstitutions(script, names, features, limit)
        calls = [self._call(line) for line in lines]
        return calls if all(calls) else []

    def _call(self, line: str) -> list[str]:
        """The path of a helper and its words; nothing if a line is another command."""
        match = _line.fullmatch(line)
        if not match or _shell.search(match[2]):
            return []
        python, *call = shlex.split(match[2])
        is_helper = python == sys.executable and Path(call[0]).parent == self._support
        return call if is_helper else []


def _run(call: list[str], test: Any, said: IO[str]) -> bool:
    """Whether a helper ends well; what it says goes into the file."""
    folder = Path(test.getExecPath()).parent
    folder.mkdir(parents=True, exist_ok=True)
    process = os.fork()
    if process == 0:
        _become(call, folder, test.config.environment, said)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def _become(call: list[str], folder: Path, environment: dict[str, str], said: IO[str]) -> NoReturn:
    """What Python does when it is started with a script."""
    status = 1
    try:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = call
        sys.path[0] = str(Path(call[0]).parent)
        runpy.run_path(call[0], run_name="__main__")
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
