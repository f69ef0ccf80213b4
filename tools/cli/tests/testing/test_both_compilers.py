# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core components
# Builds: hello
"""What was changed is compiled by the compiler that a run does not use, in kernels that have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.builder import state
from flatland.builder.pipeline import build, state_file
from flatland.testing import both_compilers
from flatland.testing.built_from import options_of
from flatland.testing.changed_products import products_of
from flatland.testing.job import Job
from flatland.testing.results import Context, Selection
from flatland.testing.usual_part import compiler_of_run
from tests.testing.support import kit


def jobs(
    monkeypatch: pytest.MonkeyPatch, *changed: str, seed: int = 1, quick: bool = False
) -> list[Job]:
    files = frozenset(kit.folder / name for name in changed)
    monkeypatch.setattr(both_compilers, "changed_files", lambda folder, commits: files)
    return list(both_compilers.jobs(Context(kit, Selection(quick=quick), False, seed=seed)))


def test_where_no_code_was_changed_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not jobs(monkeypatch)
    assert not jobs(monkeypatch, "docs/tour.md", "tools/cli/flatland/main.py")


def test_kernels_with_a_changed_file_are_tried_by_the_other_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in (1, 4):
        found = jobs(monkeypatch, "components/router/planp/form.hpp", seed=seed)
        assert any("kernels/router/nat.flat" in job.name for job in found)
        assert all("router" in job.name for job in found)
        assert all(compiler_of_run(seed) not in job.name.partition("(")[2] for job in found)


def test_of_many_kernels_those_are_tried_that_have_most_between_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = jobs(monkeypatch, "core/calls/handle.hpp")
    few = jobs(monkeypatch, "core/calls/handle.hpp", quick=True)
    assert len(few) < len(many) < 40
    # the one of which nobody knew that g++ refused it
    assert [job for job in many if job.name.startswith("compilers bindings ")]
    assert all("clang, g++" in job.name for job in few)


def test_only_what_includes_a_changed_file_is_compiled() -> None:
    options = options_of("hosted", "clang", "virtual")
    build("hello", options)

    known = state.last(state_file("hello", options))
    assert known
    (ninja_file,) = known.ninja_files

    def products(name: str) -> set[str]:
        changed = frozenset([kit.folder / name])
        found = products_of(Path(ninja_file), kit, changed)
        return {Path(output).name for output, _ in found}

    assert products("components/boot/hello.hpp") == {"hello.cpp.o", "wiring.cpp.o"}
    assert "wiring.cpp.o" in products("bindings/syscall/generator.py")
    assert "modules.S.o" not in products("bindings/syscall/generator.py"), "it reads images"
    assert "hello.cpp.o" not in products("bindings/syscall/generator.py")
    assert "panic.cpp.o" in products("core/types.hpp")
    assert not products("components/thread/priority.hpp")
