# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Kernels that tests try in one way are tried in another one by another run."""

from __future__ import annotations

from flatland.testing.way_of_run import way_of_run


def variant_in(seed: int, kernel: str) -> str:
    options = way_of_run(kernel, {"FLAT_SEED": str(seed)})
    return options[options.index("--variant") + 1]


def test_named_tests_try_flat() -> None:
    assert way_of_run("unix", {}) == ["--variant", "flat"]


def test_one_of_three_runs_has_a_kernel_in_flat() -> None:
    for kernel in ("unix", "unix-disk", "network", "network-page"):
        variants = [variant_in(seed, kernel) for seed in range(7, 10)]
        assert sorted(variants) == ["flat", "virtual", "virtual"]


def test_six_runs_have_every_way_of_a_kernel() -> None:
    found = {tuple(way_of_run("unix", {"FLAT_SEED": str(seed)})) for seed in range(6)}
    assert {each[1::2] for each in found} == {
        (variant, compiler) for variant in ("flat", "virtual") for compiler in ("clang", "g++")
    }


def test_a_kernel_that_lies_elsewhere_is_tried_in_the_same_way() -> None:
    for seed in range(3):
        assert variant_in(seed, "/a/nat.flat") == variant_in(seed, "/b/c/nat.flat")


def test_kernels_take_turns() -> None:
    kernels = [f"kernel-{number}" for number in range(60)]
    in_flat = [sum(variant_in(seed, each) == "flat" for each in kernels) for seed in range(3)]
    assert sum(in_flat) == 60
    assert min(in_flat) > 10
