# SPDX-License-Identifier: BSD-2-Clause
"""What a test came to, and what a stage of tests is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

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


RunStage: TypeAlias = Callable[[Context], Iterable[Result]]


@dataclass(frozen=True)
class Stage:
    """A part of the tests. `quick` stages are those of `flat test --quick`."""

    name: str
    summary: str
    quick: bool
    run: RunStage
    labels: Callable[[Context], Iterable[str]]  # names of its tests, for NAME arguments


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
