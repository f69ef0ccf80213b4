# SPDX-License-Identifier: BSD-2-Clause
"""Random interfaces, bound by every kind of binding: all give the same answers.

A usual run tries some programs, each in one kernel beside the reference, which the seed chooses;
`flat test --exhaustive` tries many in all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from flatland import paths
from flatland.testing import traced
from flatland.testing.captured import captured
from flatland.testing.compilations import remembering
from flatland.testing.job import Job
from flatland.testing.kernel_reads import kernel_inputs
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.usual_part import random_seed

label = "bindings/random"
_kernels = (
    *(("bindings", "hosted"), ("bindings", "x86_64"), ("bindings-ipc", "x86_64")),
    *(("kernels/domains/with_domains.flat", target) for target in ("hosted", "x86_64")),
    ("kernels/l4-domains/with_l4_domains.flat", "x86_64"),
)
"""What has all that the random kernels are made of, but for what is below these places."""
_places = ("tests/bindings", *(f"components/{part}" for part in ("memory", "remote", "binding")))
_usual = 40
_exhaustive = 500


def labels(context: Context) -> list[str]:
    """The one name, of the kit's own tests."""
    return [label] if context.workspace.folder == paths.kit else []


def jobs(context: Context) -> Iterator[Job]:
    """One, called by its seed."""
    if labels(context) and context.selection.wants("bindings", label):
        seed = random_seed(context)
        inputs = (*_places, *kernel_inputs(context.workspace, _kernels))
        run = partial(_run, context, seed, inputs, remembering(context))
        yield Job(f"{label} --seed {seed}", run, inputs)


def _run(
    context: Context, seed: int, inputs: Sequence[str], more: Mapping[str, str]
) -> Iterator[Result]:
    """Tries programs; in a traced run what they read is compared with `inputs`."""
    count = _exhaustive if context.exhaustive else _usual
    script = paths.kit / "tests" / "bindings" / "equivalence.py"
    command = [sys.executable, str(script), "--count", str(count), "--seed", str(seed)]
    command += ["--all"] if context.exhaustive else []
    trace = context.workspace.build / "tests" / "bindings.trace"
    if context.traced:
        command = [*traced.tracing(trace), *command]
    done = captured(command, more)
    if context.traced:
        yield from traced.not_stated(context.workspace, label, inputs, trace)
        trace.unlink()
    if done.returncode == 0:
        yield passed(label, count)
    else:
        extent = "--exhaustive " if context.exhaustive else ""
        again = f"flat test {extent}--seed {seed} {label}"
        yield failed(label, done.stdout + done.stderr, again)
