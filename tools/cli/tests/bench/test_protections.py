# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels/hello kernels/pingpong
# Builds: hello
"""Tests of `flat report protections`, and of what figures say of protections."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.bench.protections import Price, Prices, table
from flatland.builder.ladder import Step
from flatland.diagnostics import FlatError
from flatland.run.provenance import sentence, what_is_on
from flatland.run.settings import Column, Ladder, Protection, read_run_file
from tests.builder.sample import flat

kit = Path(__file__).parents[4]


@pytest.mark.parametrize(
    ("components", "retpolines", "text"),
    [
        ([], False, "nothing"),
        (["arch.Traps"], True, "retpolines"),
        (["arch.PageIsolation"], True, "retpolines and page-table isolation"),
        (["arch.FlushOnSwitch", "arch.RestrictedBranches"], False, None),
    ],
)
def test_a_figure_says_what_is_on(
    components: list[str], retpolines: bool, text: str | None
) -> None:
    found = what_is_on(components, Step(retpolines=retpolines))
    assert found == (text or "flushes on switch and restricted branches")
    facts = {"variant": "flat", "compiler": "clang 19", "flags": "-O2", "emulator": "QEMU 7, TCG"}
    assert sentence({**facts, "protections": f"against speculation: {found}"}) == (
        f"Measured: variant flat, clang 19 -O2, QEMU 7, TCG, against speculation: {found}."
    )
    assert "speculation" not in sentence(facts)


def test_the_kernels_that_have_protections_lie_beside_the_run_file() -> None:
    folder = kit / "kernels/pingpong"
    protections = read_run_file(folder).protections
    assert Protection("retpolines", "", True) in protections
    assert all((folder / each.kernel).is_file() for each in protections if each.kernel)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("retpolines = true", "lacks the key `title`"),
        ('title = "a"\nretpolines = "yes"', "`yes` must be true or false"),
        ('title = "a"\nassembly = "b"', "`assembly` is not one of"),
    ],
)
def test_a_malformed_protection_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "run.toml").write_text(f"[[protections]]\n{text}\n")
    with pytest.raises(FlatError) as problem:
        read_run_file(tmp_path)
    assert message in problem.value.diagnostics[0].message


def test_the_table_has_a_row_for_each_and_says_what_was_not_counted() -> None:
    record = {"kernel_instructions": 109, "control_writes": 2}
    rows = [
        Price("nothing", "pingpong", False, record, 217920),
        Price("both", "isolated.flat", True, {}, 1, "it counts nothing"),
    ]
    ladder = Ladder("IPC", (Column("kernel_instructions", "kernel instructions"),))
    lines = list(table(Prices(ladder, rows, "Measured: so.")))
    cells = [line.split() for line in lines]
    assert ["nothing", "pingpong", "109", "2", "217920"] in cells
    assert ["both", "isolated.flat", "--retpolines", "-", "-", "1"] in cells
    assert lines[-3:] == ["both: it counts nothing", "", "Measured: so."]


def test_a_kernel_that_counts_nothing_is_refused() -> None:
    done = flat(kit, "report", "protections", "hello")
    assert done.returncode == 1
    assert "F0804" in done.stderr
    assert "[[protections]]" in done.stderr
