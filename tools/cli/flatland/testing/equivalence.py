# SPDX-License-Identifier: BSD-2-Clause
"""Random interfaces, bound by every kind of binding: all give the same answers.

A usual run tries some programs, each in one kernel beside the reference, which the seed chooses;
`flat test --exhaustive` tries many in all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial

from flatland import paths
from flatland.testing.captured import captured
from flatland.testing.compilations import remembering
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, passed

label = "bindings/random"
_usual = 40
_exhaustive = 500


def labels(context: Context) -> list[str]:
    """The one name, of the kit's own tests."""
    return [label] if context.workspace.folder == paths.kit else []


def jobs(context: Context) -> Iterator[Job]:
    """One, which is never remembered."""
    if labels(context) and context.selection.wants("bindings", label):
        yield Job(label, partial(_run, context, remembering(context)))


def _run(context: Context, more: Mapping[str, str]) -> Iterator[Result]:
    count = _exhaustive if context.exhaustive else _usual
    script = paths.kit / "tests" / "bindings" / "equivalence.py"
    command = [sys.executable, str(script), "--count", str(count), "--seed", str(context.seed)]
    command += ["--all"] if context.exhaustive else []
    done = captured(command, more)
    if done.returncode == 0:
        yield passed(label, count)
    else:
        extent = "--exhaustive " if context.exhaustive else ""
        again = f"flat test {extent}--seed {context.seed} {label}"
        yield failed(label, done.stdout + done.stderr, again)
