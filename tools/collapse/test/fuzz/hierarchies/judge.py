# SPDX-License-Identifier: BSD-2-Clause
"""Compiles programs plainly and through `collapse`, and compares what they print."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .emit import unit_text
from .model import Program

SECONDS = 120
FLAGS = ["-std=c++20", "-w"]


class BadGenerator(Exception):
    """A program that is not valid or not the same everywhere before anything was flattened."""


@dataclass(frozen=True)
class Tools:
    """What is tested, and with which compilers."""

    collapse: str
    compilers: tuple[str, ...]


@dataclass
class Verdict:
    """What became of one program."""

    program: Program
    outcome: str  # accepted, refused, wrong
    detail: str = ""
    compiler: str = ""


@dataclass
class Ran:
    """The end of a child process."""

    status: int
    output: str
    errors: str


def run(words: list[str], folder: Path) -> Ran:
    """Runs a program; one that does not end counts as crashed."""
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            errors="replace",
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(-9, "", f"still running after {SECONDS} s")
    return Ran(done.returncode, done.stdout, done.stderr)


class Judge:
    """Judges one translation unit of several programs."""

    def __init__(
        self,
        tools: Tools,
        folder: Path,
        programs: list[Program],
        dropped: frozenset[int] = frozenset(),
        flags: tuple[str, ...] = (),
    ) -> None:
        self.tools = tools
        self.folder = folder
        self.programs = programs
        self.flags = [*FLAGS, *flags]
        folder.mkdir(parents=True, exist_ok=True)
        text, self.lines = unit_text([(program, dropped) for program in programs])
        (folder / "unit.cpp").write_text(text)
        self.refusals: dict[str, str] = {}
        self.wrong: dict[str, tuple[str, str]] = {}

    def verdicts(self) -> list[Verdict]:
        """One for each program. Raises BadGenerator if the programs are not fit for a test."""
        expected = self.expected()
        for compiler in self.tools.compilers:
            self._flatten(compiler, expected)
        found = []
        for program in self.programs:
            if program.space in self.wrong:
                found.append(Verdict(program, "wrong", *self.wrong[program.space]))
            elif program.space in self.refusals:
                found.append(Verdict(program, "refused", self.refusals[program.space]))
            else:
                found.append(Verdict(program, "accepted"))
        return found

    def expected(self) -> dict[str, str]:
        """What each program prints before it is flattened; the same with all compilers."""
        outputs = []
        for compiler in self.tools.compilers:
            built = run([compiler, *self.flags, "unit.cpp", "-o", "plain"], self.folder)
            if built.status:
                raise BadGenerator(f"{compiler} refuses the program:\n{built.errors[:2000]}")
            ran = run(["./plain"], self.folder)
            if ran.status:
                raise BadGenerator(f"the program ends with {ran.status} ({compiler})")
            outputs.append(self._split(ran.output))
        if any(output != outputs[0] for output in outputs):
            raise BadGenerator("the compilers disagree on what the program prints")
        return outputs[0]

    def _split(self, output: str) -> dict[str, str]:
        """Output by program: each one's ends with a line that begins with its namespace."""
        found: dict[str, str] = {}
        part: list[str] = []
        for line in output.splitlines():
            part.append(line)
            name = line.split(" ", 1)[0]
            if any(name == program.space for program in self.programs):
                found[name] = "\n".join(part)
                part = []
        return found

    def _active(self) -> list[Program]:
        out = {*self.refusals, *self.wrong}
        return [program for program in self.programs if program.space not in out]

    def _flatten(self, compiler: str, expected: dict[str, str]) -> None:
        """Flattens what is not refused, again and again until nothing new is."""
        while active := self._active():
            built = self._collapse(compiler, active)
            if built.status == 0:
                self._compare(compiler, expected, active)
                return
            if not self._note_refusals(compiler, built, active):
                self._one_by_one(compiler, active)

    def _collapse(self, compiler: str, programs: list[Program]) -> Ran:
        (self.folder / "flat.o").unlink(missing_ok=True)
        words = [self.tools.collapse]
        for program in programs:
            words += ["--class", program.target_name]
        words += ["--", compiler, *self.flags, "-c", "unit.cpp", "-o", "flat.o"]
        return run(words, self.folder)

    def _note_refusals(self, compiler: str, built: Ran, active: list[Program]) -> bool:
        """Notes what the tool refused, by the place it names; false if that leads nowhere."""
        if built.status != 1:
            return False
        pattern = re.compile(r"^error\[(C\d+)\]: (.*)\n\s*--> [^\n]*?unit\.cpp:(\d+):", re.M)
        found = False
        for code, message, line in pattern.findall(built.errors):
            for program, (first, last) in zip(self.programs, self.lines, strict=True):
                if first <= int(line) <= last and program in active:
                    self.refusals.setdefault(program.space, f"{code} {message}")
                    found = True
        return found

    def _one_by_one(self, compiler: str, active: list[Program]) -> None:
        """Finds the programs behind a failure that names no place."""
        before = len(self._active())
        for program in active:
            built = self._collapse(compiler, [program])
            if built.status == 1 and (
                code := re.search(r"^error\[(C\d+)\]: .*", built.errors, re.M)
            ):
                self.refusals[program.space] = code.group(0)
            elif built.status:
                self.wrong[program.space] = (_failure(built), compiler)
        if len(self._active()) == before:
            for program in active:
                self.wrong[program.space] = ("fails only together with others", compiler)

    def _compare(self, compiler: str, expected: dict[str, str], active: list[Program]) -> None:
        linked = run([compiler, "flat.o", "-o", "flat"], self.folder)
        if linked.status:
            for program in active:
                self.wrong[program.space] = (f"does not link: {linked.errors[:300]}", compiler)
            return
        ran = run(["./flat"], self.folder)
        outputs = self._split(ran.output)
        symbols = run(["nm", "flat.o"], self.folder).output
        for program in self.programs:
            space = program.space
            if space in self.wrong:
                continue
            if outputs.get(space) != expected[space]:
                kind = "prints something else" if space in outputs else f"ends with {ran.status}"
                self.wrong[space] = (kind, compiler)
            elif program in active and f"_ZTVN{len(space)}{space}" in symbols:
                self.wrong[space] = ("accepted, but has a virtual table", compiler)


def _failure(built: Ran) -> str:
    """What went wrong, in a word that stays the same while a program is made smaller."""
    if built.status < 0 or built.status >= 128:
        return "crash of the tool"
    error = re.search(r"error: (.*)", built.errors)
    text = re.sub(r"[‘'`].*?[’']", "…", error.group(1)) if error else built.errors[:80]
    return f"flattened text does not compile: {text}"
