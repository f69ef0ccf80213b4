# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/collapse tools/cli/flatland tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/collapse tools/rewrite
"""What flattening is asked to save, on the scenario of Dannowski 2004: counted, never timed."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_figures import Figures, measure
from scenario_programs import Program, build, compilers, kit_collapse


class Scenario:
    """Measures programs of the scenario, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._collapse = kit_collapse()
        self._known: dict[Program, Figures] = {}

    def of(self, program: Program) -> Figures:
        """The figures of a program."""
        if program not in self._known:
            self._known[program] = measure(build(program, self._folder, self._collapse))
        return self._known[program]


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    return Scenario(tmp_path_factory.mktemp("scenario"))


@pytest.mark.parametrize("compiler", list(compilers))
def test_flat_costs_what_the_twin_does_that_was_flattened_by_hand(
    scenario: Scenario, compiler: str
) -> None:
    flat, twin = (scenario.of(Program(kind, compiler)) for kind in ("flat", "by hand"))
    assert abs(flat.instructions / twin.instructions - 1) <= 0.01
    assert flat.size_bytes == twin.size_bytes
    assert flat.result == twin.result


@pytest.mark.parametrize("compiler", list(compilers))
def test_flat_has_no_tables_and_virtual_has(scenario: Scenario, compiler: str) -> None:
    flat, virtual = (scenario.of(Program(kind, compiler)) for kind in ("flat", "virtual"))
    assert (flat.table_pointers, flat.tables) == (0, ())
    assert virtual.table_pointers == 3
    assert "vtable for scenario::Thread" in virtual.tables
    assert virtual.result == flat.result
    assert virtual.instructions > 3 * flat.instructions


@pytest.mark.parametrize("compiler", list(compilers))
def test_a_test_in_the_image_changes_nothing_for_flat(scenario: Scenario, compiler: str) -> None:
    alone, tested = (
        scenario.of(Program("flat", compiler, image)) for image in ("production", "testing")
    )
    assert tested.instructions == alone.instructions
    assert tested.own_tables == ()


def test_devirtualisation_of_a_whole_program_needs_more_once_there_is_a_test(
    scenario: Scenario,
) -> None:
    lto, flat = (scenario.of(Program(kind, "clang", "testing")) for kind in ("lto", "flat"))
    assert lto.instructions >= 1.5 * flat.instructions
    assert lto.result == flat.result


@pytest.mark.parametrize("compiler", list(compilers))
def test_retpolines_cost_flat_nothing(scenario: Scenario, compiler: str) -> None:
    plain, hardened = (
        scenario.of(Program("flat", compiler, retpolines=hard)) for hard in (False, True)
    )
    assert hardened.instructions == plain.instructions
    virtual = scenario.of(Program("virtual", compiler, retpolines=True))
    assert virtual.instructions > 4 * hardened.instructions
