# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""What the file of a boot test says, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
from flatland.testing import boot, usual_part
from flatland.testing.boot import BootTest, read_boot_tests
from flatland.testing.console_input import run_with_input
from flatland.testing.results import Context, Selection

kit = Workspace(paths.kit, paths.kit)

_least = 'summary = "s"\nkernel = "hello"\ntargets = ["hosted"]\nlines = []\n'


def read(folder: Path, more: str = "") -> BootTest:
    file = folder / "sample.toml"
    file.write_text(_least + more)
    (test,) = read_boot_tests(file)
    return test


def test_a_test_types_nothing_and_waits_for_no_line_unless_it_says_so(tmp_path: Path) -> None:
    test = read(tmp_path)
    assert test.input == ""
    assert "--until" not in test.command


def test_a_test_may_type_and_end_at_a_line(tmp_path: Path) -> None:
    test = read(tmp_path, 'input = "list\\n"\nuntil = "^done"\n')
    assert test.input == "list\n"
    assert test.command[-2:] == ["--until", "^done"]


def test_a_test_may_type_when_lines_are_there(tmp_path: Path) -> None:
    assert read(tmp_path, 'input_after = ["^ready"]\n').input_after == ("^ready",)
    shows = "import sys; print('begin'); print('ready', flush=True); print(sys.stdin.read())"
    done = run_with_input([sys.executable, "-c", shows], tmp_path, "list\n", ["^ready$", "^begin$"])
    assert done.stdout.splitlines()[:3] == ["begin", "ready", "list"]


def test_a_program_that_never_shows_one_of_the_lines_gets_nothing(tmp_path: Path) -> None:
    has_input = "select.select([sys.stdin], [], [], 0)[0]"
    looks = f"import select, sys; print('begin'); print({has_input}); sys.exit(3)"
    lines = ["^begin$", "^ready$"]
    done = run_with_input([sys.executable, "-c", looks], tmp_path, "list\n", lines)
    assert (done.stdout, done.returncode) == ("begin\n[]\n", 3)


@pytest.mark.parametrize("value", ['until = "("', 'input_after = ["("]'])
def test_a_pattern_that_is_none_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(FlatError, match="unterminated|missing"):
        read(tmp_path, f"{value}\n")


def test_a_kernel_may_be_hardened_by_retpolines(tmp_path: Path) -> None:
    assert "--retpolines" not in read(tmp_path).command
    assert "--retpolines" in read(tmp_path, "retpolines = true\n").command


def test_a_test_may_be_like_another_but_for_what_it_says(tmp_path: Path) -> None:
    first = read(tmp_path, 'input = "list\\n"\nnever = ["panic"]\n')
    file = tmp_path / "alike.toml"
    file.write_text('like = "sample"\nkernel = "disk"\nnever = []\n')
    (test,) = read_boot_tests(file)
    assert (test.kernel, test.never) == ("disk", ())
    assert (test.input, test.target) == (first.input, first.target)
    assert test.stated_in == ("tests/boot/alike.toml", "tests/boot/sample.toml")


def test_a_test_like_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FlatError, match="there is no .*nowhere.toml"):
        read(tmp_path, 'like = "nowhere"\n')


def test_of_kernels_with_a_changed_file_a_usual_run_boots_some_that_have_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def files(*changed: str) -> set[str]:
        found = {kit.folder / name for name in changed}
        monkeypatch.setattr(usual_part, "changed_files", lambda folder: found)
        usual_run = Context(kit, Selection((), False), False, False, 1, choice=1)
        return {test.file for test in boot.usual(usual_run)}

    nothing = files()
    everywhere = files("core/types.hpp")
    assert nothing < everywhere
    assert len(everywhere) - len(nothing) <= boot.changed_max
    stated = files("tests/boot/unix-shell.toml", "kernels/web/web.flat", "tests/boot/deep.toml")
    assert {"unix-shell", "deep"} <= stated
