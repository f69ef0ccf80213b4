# SPDX-License-Identifier: BSD-2-Clause
"""How many seconds of the processor each stage may take, from tests/budgets.toml: a ratchet.

Processor time is what a stage costs on any number of processors and beside any load; where
processors are slower, budgets are larger by as much. A stage is judged only when all of it ran:
part of it, or what was remembered, says nothing.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from flatland.errors import failure, shown
from flatland.testing.results import Result, failed
from flatland.testing.slowness import slowness


def read_budgets(file: Path) -> dict[str, float]:
    """Seconds by stage; empty where there is no such file."""
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
        return {str(stage): float(seconds) for stage, seconds in values["processor_s"].items()}
    except FileNotFoundError:
        return {}
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise failure(
            "F0815",
            f"{shown(file)} is no table of budgets",
            notes=[str(problem)],
            help="[processor_s] with a line for each stage: unit = 120",
        ) from problem


def judge(stage: str, processor_s: float, budgets: dict[str, float], dearest: str) -> list[Result]:
    """A failure if a stage took more than its budget; `dearest` says which jobs cost most."""
    budget = budgets.get(stage)
    if budget is None or processor_s <= budget:
        return []
    allowed = budget * slowness()
    if processor_s <= allowed:
        return []
    detail = (
        f"{stage} took {processor_s:.0f} s of the processor, {allowed:.0f} s are allowed\n"
        f"({budget:g} s, and this machine is slower by a factor of {slowness():.2f})\n"
        f"most of it: {dearest}; build/log/tests.tsv has all\n"
        f"make its tests cheaper, or move large sets to `flat test --exhaustive`; if it is worth\n"
        f"its price, raise `{stage}` in tests/budgets.toml and say why in the commit"
    )
    return [failed(f"budget of {stage}", detail, f"flat test {stage}")]
