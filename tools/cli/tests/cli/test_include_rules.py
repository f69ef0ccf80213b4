# SPDX-License-Identifier: BSD-2-Clause
"""Tests of the rules about includes: what may see which contract, what is kernel only."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.testing.include_rules import c_include_problem, include_problem
from flatland.testing.kernel_only import kernel_only, problems

kit = Workspace(paths.kit, paths.kit)
x86_64 = "dimensions/arch/x86_64/fpu.cpp"
pc = "dimensions/platform/pc/power.cpp"
linux = "dimensions/platform/linux/power.cpp"
binding = "dimensions/api/v4/on/x86_64/faults.cpp"

allowed = [
    ("core/containers/list.hpp", "core/types.hpp"),
    ("core/containers/list.hpp", "new"),
    ("core/containers/list_test.cpp", "vector"),
    ("core/panic.cpp", "domain/last_resort.hpp"),
    ("core/machine/panic_at.cpp", "machine/backtrace.hpp"),
    ("core/contract/object.hpp", "arch/tcb_arch.hpp"),
    ("components/boot/hello.cpp", "flat/hal/console.hpp"),
    ("components/boot/hello.cpp", "domain/lock.hpp"),
    ("components/memory/buddy.cpp", "machine/physical.hpp"),
    ("components/memory/buddy.hpp", "memory/buddy.flat.hpp"),
    ("components/thread/priority.cpp", "thread/priority.hpp"),
    ("components/thread/priority.cpp", "object/tcb.hpp"),
    ("components/java/machine/natives/zip.cpp", "java/machine/numbers/wide.hpp"),
    ("dimensions/arch/hosted/main.cpp", "signal.h"),
    (x86_64, "arch/fpu.hpp"),
    (x86_64, "x86_64/instructions.hpp"),
    (pc, "x86_64/instructions.hpp"),
    (pc, "platform/power.flat.hpp"),
    (linux, "hosted/interrupt_state.hpp"),
    (linux, "unistd.h"),
    (binding, "x86_64/fpu_state.hpp"),
    (binding, "api/encodings.hpp"),
    (binding, "l4/abi/kdebug.hpp"),
    ("user/sigma0/server.cpp", "l4/abi/fpage.hpp"),
    ("user/sigma0/server.cpp", "l4/ipc.hpp"),
    ("user/sigma0/server.cpp", "core/containers/list.hpp"),
    ("user/sigma0/server.cpp", "domain/page.hpp"),
]

refused = [
    ("core/containers/list.hpp", "boot/hello.hpp", "points up"),
    ("core/containers/list.hpp", "vector", "the host's"),
    ("core/panic.cpp", "machine/interrupts.hpp", "for code of the kernel only"),
    ("core/panic.cpp", "core/machine/panic_at.hpp", "for code of the kernel only"),
    ("core/panic.cpp", "arch/tcb_arch.hpp", "private to dimensions/arch/"),
    ("components/boot/hello.cpp", "thread/round_robin.hpp", "another package"),
    ("components/boot/hello.cpp", "thread/round_robin.flat.hpp", "another package"),
    ("components/thread/priority.cpp", "thread/round_robin.hpp", "another component"),
    ("components/java/class_file.cpp", "java/machine/numbers/wide.hpp", "another package"),
    ("components/net/ethernet.cpp", "net/links/loopback.hpp", "another package"),
    ("components/boot/hello.cpp", "arch/traps.hpp", "private to dimensions/arch/"),
    ("components/boot/hello.cpp", "api/tcb_api.hpp", "private to dimensions/api/"),
    ("components/boot/hello.cpp", "smp/tcb_smp.hpp", "private to dimensions/smp/"),
    ("components/boot/hello.cpp", "platform/console.hpp", "private to dimensions/platform/"),
    ("components/boot/hello.cpp", "x86_64/instructions.hpp", "not published to components/"),
    ("components/boot/hello.cpp", "l4/abi/fpage.hpp", "not published to components/"),
    ("components/boot/hello.cpp", "stdio.h", "the host's"),
    (pc, "arch/fpu.hpp", "private to dimensions/arch/"),
    (pc, "hosted/interrupt_state.hpp", "not published"),
    (pc, "unistd.h", "the host's"),
    (pc, "boot/hello.hpp", "points up"),
    (linux, "x86_64/instructions.hpp", "not published"),
    ("dimensions/api/v4/ipc.cpp", "x86_64/instructions.hpp", "not published"),
    ("user/sigma0/server.cpp", "machine/physical.hpp", "for code of the kernel only"),
    ("user/sigma0/server.cpp", "object/tcb.hpp", "for code of the kernel only"),
    ("user/sigma0/server.cpp", "api/encodings.hpp", "private to dimensions/api/"),
    ("user/sigma0/server.cpp", "stdio.h", "the host's"),
]


@pytest.mark.parametrize(("name", "header"), allowed)
def test_includes_point_down_or_to_a_contract(name: str, header: str) -> None:
    assert include_problem(kit, name, header) is None


@pytest.mark.parametrize(("name", "header", "part"), refused)
def test_what_is_private_or_points_up_is_refused(name: str, header: str, part: str) -> None:
    problem = include_problem(kit, name, header)
    assert problem is not None and part in problem


def components(folder: Path, include: str, stated: str) -> Workspace:
    """A workspace with one component, whose class reaches `include` through another header."""
    files = {
        "README.md": f"# components\n\n## Kernel only\n\n{stated}\n\n## More\n\n`a.Other`\n",
        "a/one.flat": 'component One {\n    source "one.cpp";\n}\n',
        "a/one.hpp": "#pragma once\n",
        "a/one.cpp": "#include <a/one.hpp>\n#include <a/part.hpp>\n",
        "a/part.hpp": f"#pragma once\n#include <{include}>\n",
    }
    for name, text in files.items():
        file = folder / "components" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return Workspace(folder, paths.kit)


def test_a_component_that_neither_is_nor_is_named_kernel_only_is_right(tmp_path: Path) -> None:
    workspace = components(tmp_path, "domain/lock.hpp", "None.")
    assert kernel_only(workspace) == {}
    assert list(problems(workspace)) == []


@pytest.mark.parametrize("header", ["machine/physical.hpp", "object/tcb.hpp"])
def test_a_component_that_moves_to_the_machine_is_refused_by_name(
    tmp_path: Path, header: str
) -> None:
    workspace = components(tmp_path, header, "None.")
    assert list(problems(workspace)) == [
        f"a.One is kernel only: components/a/part.hpp includes <{header}>;"
        " components/README.md does not name it as such"
    ]
    assert list(problems(components(tmp_path, header, "`a.One`"))) == []


def test_a_component_that_moves_away_from_the_machine_is_refused_by_name(tmp_path: Path) -> None:
    assert list(problems(components(tmp_path, "domain/lock.hpp", "`a.One`"))) == [
        "components/README.md names a.One as kernel only, and nothing of it includes <machine/…>"
    ]


def test_the_kits_own_list_is_complete() -> None:
    assert list(problems(kit)) == []
    assert "memory.Buddy" in kernel_only(kit)
    assert "log.Console" not in kernel_only(kit)


@pytest.mark.parametrize(
    ("name", "header", "is_allowed"),
    [
        ("components/demo/ledger/ledger_in_c.c", "demo/ledger/ledger_in_c.flat.h", True),
        ("components/demo/ledger/ledger_in_c.c", "flat/log/log.h", True),
        ("components/demo/ledger/ledger_in_c.c", "demo/ledger/relay_in_c.flat.h", False),
        ("components/demo/ledger/ledger_in_c.c", "data/jsmn.flat.h", False),
        ("components/demo/ledger/ledger_state.h", "demo/ledger/ledger_in_c.flat.h", True),
    ],
)
def test_a_file_of_c_includes_no_header_of_another_component(
    name: str, header: str, is_allowed: bool
) -> None:
    problem = c_include_problem(name, header, (paths.kit / name).parent)
    assert (problem is None) == is_allowed
