# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli core interfaces components dimensions bindings kernels
"""An image that can be several kernels: its wiring, and what it is made of as one assembly."""

from __future__ import annotations

import pytest

from flatland import paths
from flatland.builder import configured
from flatland.builder.bridges import Bridges
from flatland.model.load import load, resolve
from flatland.model.resolved import ResolvedAssembly


@pytest.fixture(scope="module")
def assembly() -> ResolvedAssembly:
    return resolve(load(paths.kit), paths.kit / "kernels/choose/choose.flat", "x86_64")


def test_each_configuration_has_its_instances_in_their_own_order(
    assembly: ResolvedAssembly,
) -> None:
    names = [each.name for each in assembly.kernel.configurations]
    assert names == ["fair", "urgent", "patient"]
    all_of_them = [each.name for each in assembly.kernel.instances]
    assert all_of_them == [
        name for each in assembly.kernel.configurations for name in each.instances
    ]
    alone = resolve(load(paths.kit), paths.kit / "kernels/threads/threads.flat", "x86_64")
    first = assembly.kernel.configurations[0]
    assert list(first.instances) == [f"fair_{each.name}" for each in alone.kernel.instances]
    assert first.entry.instance == f"fair_{alone.kernel.entry.instance}"


def test_no_binding_leaves_its_configuration(assembly: ResolvedAssembly) -> None:
    for binding in assembly.bindings:
        assert binding.client.partition("_")[0] == binding.server.partition("_")[0]


def test_kernel_objects_have_the_shares_of_all(assembly: ResolvedAssembly) -> None:
    (tcb,) = (each for each in assembly.objects if each.name == "Tcb")
    shares = [each.name for each in tcb.mixins if each.package == "thread"]
    assert shares == ["RoundRobinTcb", "PriorityTcb", "CooperativeTcb"]


def test_the_wiring_constructs_one_of_them_in_storage_for_any(assembly: ResolvedAssembly) -> None:
    text = configured.generate("Choose", assembly.kernel, Bridges(), set())
    assert 'names[] = {"fair", "urgent", "patient"};' in text
    assert "alignas(Image0) alignas(Image1) alignas(Image2) u8 storage[" in text
    assert text.count("new (storage)") == 3
    assert "case 2: run_2();" in text and "default: run_0();" in text
    assert '{"scheduler", "thread.Cooperative"}' in text  # as its own assembly calls it
