# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of composed kernel objects and of the tables that a kernel carries."""

from __future__ import annotations

from pathlib import Path

from flatland.builder.object_header import composition_hash, generate
from flatland.builder.programs import module_tables
from flatland.model.resolved import KernelObject, Mixin
from tests.builder.sample import origin

api = Mixin("api", "TcbApi", "api/tcb_api.hpp", "api")
policy = Mixin("thread", "RoundRobinTcb", "thread/round_robin_tcb.hpp", "scheduler")


def tcb(*mixins: Mixin) -> KernelObject:
    return KernelObject("Tcb", "api", "TcbBase", mixins, origin)


def test_an_object_derives_from_its_mixins_in_order() -> None:
    text = generate(tcb(api, policy))
    bases = (
        "class Tcb : public flat::api::TcbApi,\n            public flat::thread::RoundRobinTcb {}"
    )
    assert bases in text
    assert "#include <thread/round_robin_tcb.hpp>" in text


def test_an_object_without_mixins_is_its_base() -> None:
    assert "class Tcb : public flat::machine::TcbBase {};" in generate(tcb())


def test_equal_compositions_share_their_objects_and_others_do_not() -> None:
    assert composition_hash([tcb(api)]) == composition_hash([tcb(api)])
    assert composition_hash([tcb(api)]) != composition_hash([tcb(api, policy)])
    assert composition_hash([tcb(api, policy)]) != composition_hash([tcb(policy, api)])


def test_each_boot_module_begins_on_a_page() -> None:
    text = module_tables([("root", Path("/build/ping.stripped"))])
    lines = [line.strip() for line in text.splitlines()]
    assert lines[lines.index(".Lmodule_0:") - 1] == ".balign 4096"
    assert '.incbin "/build/ping.stripped"' in lines
    assert '.asciz "root"' in lines


def test_a_kernel_without_modules_counts_none() -> None:
    lines = [line.strip() for line in module_tables([]).splitlines()]
    assert lines[lines.index("flat_module_count:") + 1] == ".long 0"
