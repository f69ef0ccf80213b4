# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: tools/cli/flatland/templates tools/cli/flatland/commands
"""Tests of `flat new` and of what it makes, in folders outside the kit."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland import paths
from flatland.commands.new import component_files, new_component, new_kernel
from tests.builder.sample import flat


def test_a_new_kernel_in_a_folder_of_ones_own_runs_on_every_target(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    made = flat(tmp_path, "new", "kernel", "demo_two", "--in", str(folder))
    assert made.returncode == 0, made.stderr
    assert "mine/kernels/demo_two/demo_two.flat" in made.stdout.splitlines()
    for words in (["run", "demo_two"], ["run", "demo_two", "-t", "x86_64"]):
        done = flat(folder, *words)
        assert (done.returncode, done.stdout) == (0, "Hello from demo_two.\n"), done.stderr
    other = flat(tmp_path, "run", str(folder / "kernels/demo_two/demo_two.flat"))
    assert (other.returncode, other.stdout) == (0, "Hello from demo_two.\n")
    assert not (tmp_path / "build").exists()


def test_a_new_component_is_tested_and_every_check_is_content(tmp_path: Path) -> None:
    assert flat(tmp_path, "new", "component", "thread.Tombola").returncode == 0
    assert (tmp_path / "flat.toml").is_file()
    done = flat(tmp_path, "test", "thread.Tombola")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "2 passed, 0 failed"
    done = flat(tmp_path, "test", "--quick")
    assert done.returncode == 0, done.stdout


def test_a_component_in_a_package_within_a_package_compiles(tmp_path: Path) -> None:
    assert flat(tmp_path, "new", "component", "net.ip.Router").returncode == 0
    done = flat(tmp_path, "test", "net.ip.Router")
    assert done.returncode == 0, done.stdout


def test_what_exists_is_not_replaced(tmp_path: Path) -> None:
    assert flat(tmp_path, "new", "component", "a.B").returncode == 0
    source = tmp_path / "components/a/b.cpp"
    source.write_text("mine", encoding="utf-8")
    (tmp_path / "components/a/b.hpp").unlink()
    done = flat(tmp_path, "new", "component", "a.B")
    assert done.returncode == 1
    assert done.stderr.startswith("error[F0906]: ")
    assert source.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "components/a/b.hpp").exists()


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("component", "Tombola"),
        ("component", "thread.tombola"),
        ("component", "Thread.Tombola"),
        ("component", "thread."),
        ("component", "../thread.Tombola"),
        ("component", "class.Tombola"),
        ("component", "thread.Class"),
        ("kernel", "Demo"),
        ("kernel", "a-b"),
        ("kernel", "../demo"),
        ("kernel", "namespace"),
    ],
)
def test_names_that_cannot_be_are_refused(tmp_path: Path, kind: str, name: str) -> None:
    done = flat(tmp_path, "new", kind, name)
    assert done.returncode == 1
    assert done.stderr.startswith("error[F0904]: ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_inside_the_kit_is_refused() -> None:
    done = flat(paths.kit, "new", "component", "a.B", "--in", str(paths.kit / "components"))
    assert done.returncode == 1
    assert done.stderr.startswith("error[F0905]: ")


def test_inside_the_kit_files_have_the_places_of_the_kit() -> None:
    files = new_component(paths.kit, "thread.LuckyNumber")
    assert paths.kit / "components/thread/lucky_number_test.cpp" in files
    kernel = new_kernel(paths.kit, "demo")
    assert paths.kit / "kernels/demo/demo.flat" in kernel
    assert paths.kit / "components/demo/main.flat" in kernel


def test_nothing_of_the_template_is_left_over(tmp_path: Path) -> None:
    for text in component_files(tmp_path, "a.b", "SomeName", "Hi.").values():
        assert "$" not in text
        assert text.endswith("\n")
