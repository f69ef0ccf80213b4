# SPDX-License-Identifier: BSD-2-Clause
"""What a test came to, which tests are wanted, and what they work on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from flatland.builder.workspace import Workspace
from flatland.diagnostics import Diagnostic, render

Outcome = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Result:
    """One test: `count` tests of one kind that passed together are one result."""

    name: str
    outcome: Outcome
    detail: str = ""  # why it failed or was skipped
    again: str = ""  # the command that runs it again
    count: int = 1


@dataclass(frozen=True)
class Selection:
    """Which tests are wanted: all, the quick ones, or those with certain names."""

    names: tuple[str, ...] = ()
    quick: bool = False

    @property
    def is_quick_choice(self) -> bool:
        """Whether a choice of what the quick stages look at will do."""
        return self.quick and not self.names

    def wants(self, *labels: str) -> bool:
        """Whether a test that answers to these labels is wanted.

        A name selects what has it as a label, and what lies below it: `thread` selects
        `thread.RoundRobin`, `core` selects `core/list`.
        """
        if not self.names:
            return True
        return any(
            label == name or label.startswith((f"{name}.", f"{name}/", f"{name}::"))
            for name in self.names
            for label in labels
        )


@dataclass(frozen=True)
class Context:
    """What a stage works on."""

    workspace: Workspace
    selection: Selection
    verbose: bool
    exhaustive: bool = False  # all of what is large, in place of a choice
    seed: int = 1  # of what is random
    traced: bool = False  # tests in Python are held against the inputs that they state
    choice: int | None = None  # which part a usual run tries; where not stated, that of the seed

    @property
    def part(self) -> int:
        """The number by which usual runs choose their parts."""
        return self.seed if self.choice is None else self.choice


def passed(name: str, count: int = 1) -> Result:
    """A test, or several, that passed."""
    return Result(name, "passed", count=count)


def failed(name: str, detail: str, again: str) -> Result:
    """A test that failed, with what it said and how to run it again."""
    return Result(name, "failed", detail.rstrip(), again)


def skipped(name: str, why: str) -> Result:
    """A test that was not run."""
    return Result(name, "skipped", why)


def failed_with(name: str, diagnostics: Iterable[Diagnostic], again: str) -> Result:
    """A test that ended with diagnostics."""
    return failed(name, render(diagnostics), again)
