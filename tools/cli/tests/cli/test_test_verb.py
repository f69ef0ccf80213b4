# SPDX-License-Identifier: BSD-2-Clause
"""Tests of `flat test`: selection, counting, and the checks that are its own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
from flatland.errors import failure
from flatland.main import main
from flatland.testing.boot import BootTest, judge, read_boot_tests
from flatland.testing.job import Job
from flatland.testing.layers import check_file
from flatland.testing.results import Context, Result, Selection, failed, passed, skipped
from flatland.testing.runner import run_stages
from flatland.testing.sources import files_with
from flatland.testing.stages import Stage, find_stages
from tests.builder.sample import flat, make_workspace

kit = Workspace(paths.kit, paths.kit)

unit_test = """#include <gtest/gtest.h>
#include <sample/hello.hpp>

TEST(Hello, is_what_it_should_be) { EXPECT_EQ(1, %s); }
TEST(Hello, is_there) {}
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose component has a test: GoogleTest and the framework are compiled once."""
    declaration = (
        "component Hello { provides Entry entry; requires Console console;"
        ' source "hello.cpp"; test "hello_test.cpp"; }\n'
    )
    folder = tmp_path_factory.mktemp("tested")
    return make_workspace(folder, {"components/sample/hello.flat": declaration})


def expecting(folder: Path, value: str) -> Path:
    """The workspace, with a test that passes if the value is 1."""
    write_test(folder, unit_test % value)
    return folder


def write_test(folder: Path, text: str) -> None:
    (folder / "components/sample/hello_test.cpp").write_text(text, encoding="utf-8")


def test_the_last_line_counts_and_success_is_exit_code_0(workspace: Path) -> None:
    done = flat(expecting(workspace, "1"), "test", "sample.Hello")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "2 passed, 0 failed"


def test_a_failure_is_told_at_the_end_with_the_way_to_run_it_again(workspace: Path) -> None:
    done = flat(expecting(workspace, "2"), "test", "sample.Hello")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"
    assert "FAILED unit sample.Hello: Hello.is_what_it_should_be" in done.stdout
    assert "  again: flat test sample.Hello" in done.stdout


@pytest.mark.parametrize(
    "value",
    [
        "*new int[1] + [] { int* gone = new int(1); delete gone; return *gone; }()",  # ASan
        "[](int a) { return a + 2147483647; }(2)",  # UBSan
    ],
)
def test_what_a_sanitizer_finds_is_a_failure(workspace: Path, value: str) -> None:
    done = flat(expecting(workspace, value), "test", "sample.Hello")
    assert done.returncode == 1
    assert "Sanitizer" in done.stdout or "runtime error" in done.stdout


def test_a_test_that_does_not_compile_is_a_failure(workspace: Path) -> None:
    done = flat(expecting(workspace, "nothing"), "test", "unit")
    assert done.returncode == 1
    assert "use of undeclared identifier 'nothing'" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_a_test_program_without_tests_is_a_failure(workspace: Path) -> None:
    write_test(workspace, "")
    done = flat(workspace, "test", "sample.Hello")
    assert done.returncode == 1


def test_an_unknown_name_is_wrong_usage_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["test", "boot.Helo"]) == 2
    assert "did you mean `boot.Hello`?" in capsys.readouterr().err


def test_a_stage_can_be_named_beside_what_is_below_it() -> None:
    context = Context(kit, Selection(("unit", "core/format")), False)
    assert [stage.name for stage in find_stages(context)] == ["unit"]


def test_a_name_selects_itself_and_what_lies_below() -> None:
    selection = Selection(("thread", "core/list"))
    assert selection.wants("thread.RoundRobin")
    assert selection.wants("x", "core/list")
    assert not selection.wants("threads.Other")
    assert not selection.wants("core/lists")
    assert Selection().wants("anything")


def stage(name: str, *results: Result) -> Stage:
    return Stage(name, "", True, lambda context: [Job(name, lambda: results)], lambda context: ())


def report_of(*stages: Stage) -> list[str]:
    out = io.StringIO()
    run_stages(stages, Context(kit, Selection(), False), out)
    return out.getvalue().splitlines()


def test_results_are_counted_over_all_stages() -> None:
    lines = report_of(
        stage("one", passed("a", 3), failed("b", "because", "flat test b")),
        stage("two", skipped("c", "no reason"), passed("d")),
    )
    assert lines[-1] == "4 passed, 1 failed, 1 skipped"
    assert "skipped c: no reason" in lines
    assert (
        lines.index("FAILED b") < lines.index("    because") < lines.index("  again: flat test b")
    )
    assert lines.index("  again: flat test b") < next(
        number for number, line in enumerate(lines) if line.startswith("one ")
    ), "a failure is told when it happens"
    assert lines.count("FAILED b") == 2, "and named once more at the end"


def test_without_skipped_tests_the_last_line_has_two_numbers() -> None:
    assert report_of(stage("one", passed("a")))[-1] == "1 passed, 0 failed"


def test_a_job_that_cannot_run_is_one_failure() -> None:
    def run() -> Iterator[Result]:
        yield passed("first")
        raise failure("F0710", "no compiler")

    lines = report_of(
        Stage("broken", "", True, lambda context: [Job("broken", run)], lambda context: ())
    )
    assert lines[-1] == "1 passed, 1 failed"
    assert any("no compiler" in line for line in lines)


def boot_test(*lines: str, never: tuple[str, ...] = (), exit_code: int = 0) -> BootTest:
    return BootTest("boot/x", "x", "hosted", "clang", "virtual", 9, lines, never, exit_code, False)


def test_a_boot_test_wants_its_lines_in_order() -> None:
    shown = ["one", "two", "three"]
    assert judge(boot_test("one", "three"), shown, 0) is None
    assert judge(boot_test("three", "one"), shown, 0) is not None
    assert judge(boot_test("one", "one"), shown, 0) is not None


def test_a_boot_test_has_lines_that_must_not_appear_and_an_exit_code() -> None:
    assert judge(boot_test("one", never=("tw.$",)), ["one", "two"], 0) is not None
    assert judge(boot_test("one"), ["one"], 1) is not None
    assert judge(boot_test("one", exit_code=1), ["one"], 1) is None


@pytest.mark.parametrize(
    "text",
    [
        "kernel = ",
        "kernel = 'x'\ntargets = ['hosted']",
        "kernel = 'x'\ntargets = ['hosted']\nlines = ['(']",
        "kernel = 'x'\ntargets = ['hosted']\nlines = []\nlinse = []",
    ],
)
def test_a_bad_boot_test_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        read_boot_tests(file)
    assert caught.value.diagnostics[0].code == "F0807"


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("a.hpp", "#pragma once\n", "SPDX"),
        ("a.hpp", "{}\n", "#pragma once"),
        ("a.cpp", "{}\n#if 1\n", "`#if`"),
        ("a.cpp", "{}\n  #  ifdef X\n", "`#if`"),
        ("a.flat", "{}\n" + "x" * 101, "100 columns"),
        ("a.py", "{}\n" + "x\n" * 500, "500 lines"),
    ],
)
def test_the_form_of_a_file_is_checked(tmp_path: Path, name: str, text: str, part: str) -> None:
    file = tmp_path / name
    licence = "// SPDX-License-Identifier: BSD-2-Clause"
    file.write_text(text.replace("{}", licence), encoding="utf-8")
    problems = list(check_file(Workspace(tmp_path, paths.kit), file))
    assert any(part in problem for problem in problems)
    assert all(problem.startswith(f"{name}:") for problem in problems)


def test_every_source_of_the_kit_is_checked() -> None:
    names = {kit.display(file) for file in files_with(kit, (".py", ".hpp", ".flat"))}
    assert "tools/cli/flatland/builder/graph.py" in names
    assert "tools/cli/tests/builder/test_pieces.py" in names
    assert "core/containers/list.hpp" in names
    assert not any(name.startswith(("build/", ".venv/")) for name in names)
