# SPDX-License-Identifier: BSD-2-Clause
"""A running kernel that is asked over its console; `service.Inspector` answers.

What the kernel writes otherwise is shown as `flat run` shows it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TextIO

from flatland.errors import failure
from flatland.run.machine import end_tree

_answer_mark = "@inspect "
_patience_s = 10.0

Answer = list[dict[str, Any]]


class RunningKernel:
    """Asks one request at a time; whoever asks waits for the whole answer."""

    def __init__(self, command: Sequence[str], out: TextIO = sys.stdout) -> None:
        pipe = subprocess.PIPE
        self._out = out
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT
            )
        except FileNotFoundError as problem:
            raise failure("F0801", f"there is no program `{command[0]}`") from problem
        self._asking = threading.Lock()
        self._answered = threading.Condition()
        self._answer: Answer = []
        self._is_complete = False
        self._is_running = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._is_running

    def ask(self, request: str) -> Answer | None:
        """What the kernel answers; None when it has ended, or does not answer for some seconds."""
        with self._asking:
            with self._answered:
                self._answer, self._is_complete = [], False
            if not self._send(f"{request}\n".encode()):
                return None
            with self._answered:
                self._answered.wait_for(
                    lambda: self._is_complete or not self._is_running, _patience_s
                )
                return self._answer if self._is_complete else None

    def wait(self) -> int:
        """Waits until it ends; its status."""
        return self._process.wait()

    def end(self) -> None:
        """Ends it, if it still runs, and all that it has started."""
        end_tree(self._process)

    def _send(self, request: bytes) -> bool:
        assert self._process.stdin
        try:
            self._process.stdin.write(request)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return False
        return True

    def _read(self) -> None:
        assert self._process.stdout
        for data in self._process.stdout:
            line = data.decode(errors="replace").replace("\r", "").rstrip("\n")
            if not self._take(line):
                print(line, file=self._out, flush=True)
        with self._answered:
            self._is_running = False
            self._answered.notify_all()

    def _take(self, line: str) -> bool:
        """Whether a line belongs to an answer; other lines are the kernel's own."""
        if not line.startswith(_answer_mark):
            return False
        try:
            value = json.loads(line.removeprefix(_answer_mark))
        except ValueError:
            return False
        with self._answered:
            if "end" in value or "error" in value:
                self._is_complete = True
                self._answered.notify_all()
            elif "binding" in value:  # else one that nobody has asked for
                self._answer.append(value)
        return True


def by_binding(answer: Answer) -> dict[str, dict[str, Any]]:
    """What an answer to `counts` says, by the client's end of each binding."""
    found: dict[str, dict[str, Any]] = defaultdict(lambda: {"methods": [], "inside": None})
    for each in answer:
        values = found[each["binding"]]
        if "inside" in each:
            values["inside"] = (values["inside"] or 0) + each["inside"]
        else:
            _count(values["methods"], {name: each[name] for name in each if name != "binding"})
    return dict(found)


def _count(methods: Answer, counted: dict[str, Any]) -> None:
    """Adds one method's counts; of several domains of one image they are counted together."""
    for known in methods:
        if known["method"] == counted["method"]:
            for name in ("calls", "failures", "ticks"):
                known[name] += counted[name]
            return
    methods.append(counted)
