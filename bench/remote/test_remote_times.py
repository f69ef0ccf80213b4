# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/ledger-times kernels/ledger-remote
# One run in 3, unless changed: bench/remote bindings/remote components/remote
"""Calls of objects are timed beside Java's, and rounds whose halves do not agree are told."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = spec_from_file_location("remote_times", Path(__file__).with_name("times.py"))
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_shortest_times_are_compared_whichever_rounds_they_are_of(bench: ModuleType) -> None:
    result = bench.compared([30.0, 10.0, 10.0], [20.0, 40.0, 20.0])
    assert (result.ours_ns, result.rmi_ns, result.ratio) == (10.0, 20.0, 0.5)


def test_halves_that_do_not_agree_are_told(bench: ModuleType) -> None:
    steady = bench.compared([10.0, 10.0], [20.0, 20.0])
    unsteady = bench.compared([10.0, 15.0], [20.0, 20.0])
    assert steady.difference == 0
    assert unsteady.difference > bench.difference_max


def test_both_clients_are_answered(bench: ModuleType) -> None:
    result = bench.measure(rounds=2, batches=2, variant="virtual")
    assert result.rounds == 2
    assert result.ours_ns > 0
    assert result.rmi_ns > 0
