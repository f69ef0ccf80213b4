# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""A quick run looks at what was changed, at what reads it, and at some of the rest by the seed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.testing.quick_choice import changed_files, commit_of_others, narrowed
from flatland.testing.results import Context, Selection

_names = [f"{index}.cpp" for index in range(40)]


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def repository(folder: Path) -> Path:
    """One with two commits, of which the second changed 3.cpp and the declaration of Four."""
    folder.mkdir()
    git(folder, "init", "-q")
    for name in (*_names, "four.flat"):
        (folder / name).write_text("before", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    for name in ("3.cpp", "four.flat"):
        (folder / name).write_text("after", encoding="utf-8")
    git(folder, "commit", "-qam", "two")
    return folder


def chosen(folder: Path, seed: int, quick: bool = True, limit: int = 5) -> list[str]:
    """Of the names; each reads itself, and 7.cpp and 9.cpp read what the component declares."""

    def reads(file: Path) -> list[Path]:
        return [folder / "four.hpp"] if file.name in ("7.cpp", "9.cpp") else [file]

    context = Context(Workspace(folder, folder), Selection(quick=quick), False, seed=seed)
    files = [folder / name for name in _names]
    return [file.name for file in narrowed(context, files, lambda each: [each], reads, limit)]


def test_the_last_commit_counts_where_nothing_was_done_since(tmp_path: Path) -> None:
    folder = repository(tmp_path / "a")
    names = {file.name for file in changed_files(folder)}
    assert names == {"3.cpp", "four.flat", "four.hpp"}


def test_more_commits_count_where_that_is_asked(tmp_path: Path) -> None:
    folder = repository(tmp_path / "a")
    (folder / "1.cpp").write_text("edited", encoding="utf-8")
    git(folder, "commit", "-qam", "three")
    last = {folder / "1.cpp"}
    both = {*last, *(folder / name for name in ("3.cpp", "four.flat", "four.hpp"))}
    assert changed_files(folder) == last
    assert changed_files(folder, 2) == both
    assert changed_files(folder, 40) == both, "the first commit has none before it"


def test_what_others_have_not_seen_counts(tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(repository(tmp_path / "a")), "b")
    mine = tmp_path / "b"
    (mine / "1.cpp").write_text("edited", encoding="utf-8")
    git(mine, "commit", "-qam", "three")
    (mine / "2.cpp").write_text("edited", encoding="utf-8")
    (mine / "new.cpp").write_text("new", encoding="utf-8")
    assert {file.name for file in changed_files(mine)} == {"1.cpp", "2.cpp", "new.cpp"}


def test_the_commit_of_others_stays_until_they_have_mine(tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(repository(tmp_path / "a")), "b")
    mine = tmp_path / "b"
    before = commit_of_others(mine)
    (mine / "1.cpp").write_text("edited", encoding="utf-8")
    git(mine, "commit", "-qam", "three")
    assert commit_of_others(mine) == before
    git(mine, "push", "-q", "origin", "HEAD:refs/heads/other")
    git(mine, "branch", "-q", "--set-upstream-to", "origin/other")
    assert commit_of_others(mine) != before


def test_without_git_nothing_was_changed(tmp_path: Path) -> None:
    assert not changed_files(tmp_path)
    assert not commit_of_others(tmp_path)


def test_a_quick_run_takes_what_was_changed_and_others_by_the_seed(tmp_path: Path) -> None:
    folder = repository(tmp_path / "a")
    several = [chosen(folder, seed) for seed in range(10)]
    assert all({"3.cpp", "7.cpp", "9.cpp"} <= set(each) and len(each) == 5 for each in several)
    assert len({tuple(each) for each in several}) > 1
    assert chosen(folder, 4) == chosen(folder, 4)


def test_what_was_changed_is_not_limited(tmp_path: Path) -> None:
    assert chosen(repository(tmp_path / "a"), 1, limit=0) == ["3.cpp"]


def test_other_runs_take_everything(tmp_path: Path) -> None:
    assert chosen(repository(tmp_path / "a"), 1, quick=False) == _names
