# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot tests/budgets.toml
"""A stage that takes more than its budget fails; a bad table of budgets is a user error."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
from flatland.testing import budgets, slowness
from flatland.testing.budgets import judge, read_budgets
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, Selection, passed
from flatland.testing.runner import run_stages
from flatland.testing.stages import Stage, stages
from tests.testing.support import kit


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose processors take twice as long."""
    monkeypatch.setattr(budgets, "slowness", lambda: 2.0)


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine on which the budgets were taken."""
    monkeypatch.setattr(budgets, "slowness", lambda: 1.0)


@pytest.mark.usefixtures("fast")
def test_more_than_the_budget_is_a_failure_that_says_what_to_do() -> None:
    (result,) = judge("unit", 130.4, {"unit": 120}, "tests 90 s")
    assert result.outcome == "failed"
    assert "130 s of the processor, 120 s are allowed" in result.detail
    assert "tests/budgets.toml" in result.detail
    assert judge("unit", 119, {"unit": 120}, "") == []
    assert judge("unit", 119, {}, "") == []


@pytest.mark.usefixtures("slow")
def test_where_processors_are_slower_more_is_allowed() -> None:
    assert judge("unit", 239, {"unit": 120}, "") == []
    (result,) = judge("unit", 241, {"unit": 120}, "")
    assert "241 s of the processor, 240 s are allowed" in result.detail
    assert "slower by a factor of 2.00" in result.detail


def test_a_machine_is_never_faster_than_budgets_expect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slowness, "reference_s", 1e6)
    assert slowness.slowness.__wrapped__() == 1.0
    monkeypatch.setattr(slowness, "reference_s", 1e-6)
    assert slowness.slowness.__wrapped__() > 1.0


def test_every_stage_of_the_kit_has_a_budget() -> None:
    known = read_budgets(kit.folder / "tests" / "budgets.toml")
    assert set(known) == {stage.name for stage in stages}


@pytest.mark.parametrize("text", ["unit = 3", "[processor_s]\nunit = 'much'", "processor_s = "])
def test_a_bad_table_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "budgets.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        read_budgets(file)
    assert caught.value.diagnostics[0].code == "F0815"


def work() -> list[Result]:
    sum(range(3_000_000))
    return [passed("work")]


@pytest.mark.parametrize(
    ("names", "last"), [((), "1 passed, 1 failed"), (("x",), "1 passed, 0 failed")]
)
def test_only_a_whole_stage_is_judged(tmp_path: Path, names: tuple[str, ...], last: str) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/budgets.toml").write_text("[processor_s]\nwork = 0.001\n", encoding="utf-8")
    stage = Stage("work", "", True, lambda context: [Job("work", work)], lambda context: ())
    out = io.StringIO()
    context = Context(Workspace(tmp_path, paths.kit), Selection(names), False)
    run_stages([stage], context, out)
    assert out.getvalue().splitlines()[-1] == last
