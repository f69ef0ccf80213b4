#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Measures the solver of `reorder` on random problems: how often it proves, how far off it may be.

Structured problems are as code makes them: most footprints share a core of members, and each adds
those of a few branches. Unstructured ones are any third of the members. Run with the environment of
the kit: `.venv/bin/python bench/reorder_solver.py [--members 24] [--footprints 50] [--seeds 4]`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools" / "cli"))

from flatland.grid import grid
from flatland.reorder.problem import Footprint, Item, Problem, Range
from flatland.reorder.solution import Options
from flatland.reorder.solve import solve

sizes = (1, 2, 4, 4, 8, 8, 8)


def structured(seed: int, members: int, footprints: int) -> Problem:
    """A core of a quarter of the members, and branches of up to 6."""
    generator = random.Random(seed)
    items = _items(generator, members)
    core = generator.sample(items, members // 4)
    branches = [generator.sample(items, generator.randint(2, 6)) for _ in range(members // 3)]
    found = []
    for number in range(footprints):
        touched = list(core if generator.random() < 0.7 else core[: len(core) // 2])
        for branch in generator.sample(branches, generator.randint(1, 3)):
            touched += branch
        dirtied = [item for item in touched if generator.random() < 0.3]
        weight = 1 + 1000 // (number + 1)
        found.append(Footprint(f"f{number}", weight, _whole(touched), _whole(dirtied)))
    return Problem(items, tuple(found), 64, dirty_weight=Fraction(1, 16))


def unstructured(seed: int, members: int, footprints: int) -> Problem:
    """Each footprint touches any third of the members; the lines are short, so that it matters."""
    generator = random.Random(seed)
    items = _items(generator, members)
    found = [
        Footprint(
            f"f{number}",
            generator.randint(1, 100),
            _whole(generator.sample(items, members // 3)),
        )
        for number in range(footprints)
    ]
    return Problem(items, tuple(found), 32)


def _items(generator: random.Random, members: int) -> tuple[Item, ...]:
    chosen = [generator.choice(sizes) for _ in range(members)]
    return tuple(Item(f"m{number}", size, size) for number, size in enumerate(chosen))


def _whole(items: Iterable[Item]) -> dict[str, tuple[Range, ...]]:
    return {item.name: ((0, item.size),) for item in items}


def main() -> int:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--members", type=int, default=24)
    parser.add_argument("--footprints", type=int, default=50)
    parser.add_argument("--seeds", type=int, default=4, help="how many of each kind")
    arguments = parser.parse_args()
    print("\n".join(proofs(arguments)))
    return 0


def proofs(arguments: argparse.Namespace) -> list[str]:
    """A row for each problem."""
    rows = []
    for make in (structured, unstructured):
        for seed in range(arguments.seeds):
            problem = make(seed, arguments.members, arguments.footprints)
            began = time.process_time()
            found = solve(problem, Options())
            seconds = time.process_time() - began
            least = min(found.baselines.values())
            proof = "proven" if found.proven else f"{100 * float(found.gap):.1f} %"
            row = [make.__name__, seed, found.cost, found.lower_bound, proof]
            rows.append(
                [*map(str, row), f"{100 * (1 - found.cost / least):.1f} %", f"{seconds:.1f}"]
            )
    titles = (
        "problems",
        "seed",
        "cost",
        "lower bound",
        "gap",
        "better than greedy, declared by",
        "s",
    )
    return grid(titles, rows)


if __name__ == "__main__":
    sys.exit(main())
