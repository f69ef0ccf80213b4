# SPDX-License-Identifier: BSD-2-Clause
"""Follows a document as its reader would, in a scratch copy of the kit.

* A block `console` is run. A line that begins with `$ ` is a command; the lines after it are what
  it prints, where `...` stands for anything. Without such lines only its exit code counts: 0, or 1
  for the last command of a block `console fails`.
* A block whose opening fence names a file, as in `cpp components/a/b.cpp`, is written to that file.
* All other blocks are for reading only.

With FLAT_UPDATE_EXPECTED=1 in the environment, outputs that differ are written into the document,
if they have no `...` but in their last line.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from documents import Block, Document, kit

from flatland.ninja.file import launcher
from flatland.setup.graph_page import lend_page
from flatland.setup.native_tools import lend_kit_tools

_prompt = "$ "
_timeout_s = 1800
_tool_is_built = re.compile(r"^flat: building the tool (\w+)\n", re.MULTILINE)
_left_out = {"build", ".git", ".venv", "compile_commands.json"}


@dataclass(frozen=True)
class Command:
    """A command with the output that the document shows; None: it shows none."""

    line: int
    text: str
    expected: str | None
    exit_code: int


@dataclass(frozen=True)
class NewFile:
    """A file that the reader writes."""

    line: int
    path: str
    text: str


Step = Command | NewFile


class Mismatch(Exception):
    """A document says one thing, the kit does another; `output` is what a command said instead."""

    def __init__(self, text: str, output: str | None = None) -> None:
        super().__init__(text)
        self.output = output


def steps(document: Document) -> list[Step]:
    """What the reader does, in order."""
    found: list[Step] = []
    for block in document.blocks:
        if block.language == "console":
            found += commands(block)
        elif len(block.words) == 2:
            found.append(NewFile(block.line, block.words[1], block.text))
    return found


def commands(block: Block) -> Iterator[Command]:
    """The commands of a `console` block; lines before the first one are an error."""
    starts = [index for index, line in enumerate(block.lines) if line.startswith(_prompt)]
    if not starts or starts[0] != 0 or block.words[1:] not in ((), ("fails",)):
        raise ValueError(f"line {block.line}: not `console` or `console fails` and a `$ ` line")
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        text = block.lines[start].removeprefix(_prompt)
        shown = block.lines[start + 1 : end]
        is_last = end == len(block.lines)
        exit_code = 1 if is_last and "fails" in block.words else 0
        expected = "\n".join(shown) if shown else None
        yield Command(block.line + 1 + start, text, expected, exit_code)


def agrees(expected: str, actual: str) -> bool:
    """Whether an output is the expected one; `...` stands for any text, of several lines too."""
    parts = (re.escape(_trimmed(part)) for part in expected.strip().split("..."))
    return re.fullmatch(".*".join(parts), _trimmed(actual).strip(), re.DOTALL) is not None


def _trimmed(text: str) -> str:
    """The text without spaces at the ends of lines."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def renewed(expected: str, actual: str) -> str | None:
    """The expected output as it is now; None when `...` stands for something within it."""
    *shown, last = expected.split("\n")
    is_cut = last == "..."
    if "..." in "\n".join(shown if is_cut else [*shown, last]):
        return None
    lines = _trimmed(actual).strip("\n").split("\n")
    return "\n".join([*lines[: len(shown)], last] if is_cut else lines)


def update(document: Document, step: Step, problem: Mismatch) -> bool:
    """Writes what a command says now into its document; tells whether it could."""
    if not isinstance(step, Command) or step.expected is None or problem.output is None:
        return False
    fresh = renewed(step.expected, problem.output)
    if fresh is None:
        return False
    text = document.path.read_text(encoding="utf-8")
    old = f"\n$ {step.text}\n{step.expected}\n"
    if old not in text:
        return False
    new = f"\n$ {step.text}\n{fresh}\n"
    document.path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return True


class Scratch:
    """A copy of the kit, at ~/flatland, in which documents may do what they like."""

    def __init__(self, folder: Path) -> None:
        self.kit = folder / "flatland"
        self._home = folder
        self._place = folder / ".place"
        shutil.copytree(kit, self.kit, ignore=_ignored)
        (self.kit / ".venv").symlink_to(kit / ".venv")
        self.lent = lend_kit_tools(self.kit)
        """The tools that it has; what is said of building others is no part of what is shown."""
        lend_page(self.kit)
        self.begin()

    def begin(self) -> None:
        """A new reader stands in the kit's folder."""
        self._place.write_text(f"{self.kit}\n", encoding="utf-8")

    def follow(self, document: Document) -> None:
        """Takes every step of a document; raises Mismatch at the first that goes wrong."""
        self.begin()
        for step in steps(document):
            try:
                self.take(step)
            except Mismatch as problem:
                if not ("FLAT_UPDATE_EXPECTED" in os.environ and update(document, step, problem)):
                    raise Mismatch(f"{document.name}:{step.line}: {problem}") from None

    def take(self, step: Step) -> None:
        """Takes one step; raises Mismatch when it goes wrong."""
        if isinstance(step, NewFile):
            file = self._now() / step.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step.text, encoding="utf-8")
            return
        exit_code, output = self.run(step.text)
        if exit_code != step.exit_code:
            text = f"`{step.text}` ended with {exit_code}, not {step.exit_code}; it said\n{output}"
            raise Mismatch(text)
        if not set(_tool_is_built.findall(output)).isdisjoint(self.lent):
            raise Mismatch(f"`{step.text}` built a tool that the kit has:\n{output}")
        output = _tool_is_built.sub("", output)
        if step.expected is not None and not agrees(step.expected, output):
            text = f"`{step.text}` said\n{output}\nin place of\n{step.expected}"
            raise Mismatch(text, output)

    def run(self, command: str) -> tuple[int, str]:
        """Runs a command of the shell where the last one left off: exit code and output."""
        script = f'{command}\nexit_code=$?\npwd > "$PLACE"\nexit $exit_code'
        kept = {name: os.environ[name] for name in ("PATH", launcher) if name in os.environ}
        environment = {**kept, "HOME": str(self._home), "LC_ALL": "C.UTF-8"}
        environment["PLACE"] = str(self._place)
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self._now(),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_timeout_s,
            check=False,
        )
        return done.returncode, done.stdout

    def _now(self) -> Path:
        return Path(self._place.read_text(encoding="utf-8").rstrip("\n"))


def _ignored(folder: str, names: list[str]) -> set[str]:
    """Products in the kit's top folder, and what Python's tools leave anywhere."""
    top = _left_out if Path(folder) == kit else set()
    return {name for name in names if name in top or name.endswith(("__pycache__", "_cache"))}
