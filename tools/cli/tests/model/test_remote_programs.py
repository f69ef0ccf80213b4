# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""A source that is an `.x` file stands for what the interface compiler makes of it."""

from __future__ import annotations

from pathlib import Path

from flatland.model.load import check, load
from flatland.model.resolution import Resolution
from tests.model.support import make_kit

_assembly = "assembly It extends flat.Base { main = Main; caller = Caller; }"
_component = 'component Caller { provides Link link; source "clock.x"; }'


def checked(folder: Path, clock: str) -> Resolution:
    files = {
        "components/test/caller.flat": _component,
        "components/test/clock.x": clock,
        "kernels/it/it.flat": _assembly,
    }
    kit = make_kit(folder, files)
    return check(load(kit), kit / "kernels/it/it.flat")


def test_types_and_stubs_are_sources(tmp_path: Path) -> None:
    program = "program CLOCK { version FIRST { int NOW(void) = 1; } = 1; } = 1;"
    assembly = checked(tmp_path, program).assembly
    assert assembly
    (sources,) = (
        each.component.sources
        for each in assembly.images[0].instances
        if each.component.name == "Caller"
    )
    names = [each.relative_to(tmp_path / "kit").as_posix() for each in sources]
    assert names == [
        f"build/generated/test/{stem}.x.cpp" for stem in ("clock", "clock_client", "clock_server")
    ]


def test_types_alone_have_one_source(tmp_path: Path) -> None:
    assembly = checked(tmp_path, "typedef int hours;").assembly
    assert assembly
    sources = [file for each in assembly.images[0].instances for file in each.component.sources]
    assert sum(file.name.endswith(".x.cpp") for file in sources) == 1


def test_what_is_wrong_with_the_file_is_told(tmp_path: Path) -> None:
    found = checked(tmp_path, "typedef hours minutes;")
    assert found.assembly is None
    (problem,) = (each for each in found.diagnostics if each.severity == "error")
    assert problem.code == "F1202"
    assert problem.span
    assert problem.span.file.name == "clock.x"
