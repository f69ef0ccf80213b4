# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli components/doom
"""Descriptions of libraries that others keep: what is read, fetched and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.foreign_libraries import read_foreign_libraries
from flatland.diagnostics import FlatError
from flatland.setup import foreign_sources
from flatland.setup.foreign_sources import Package

package = '{ registry = "crates", name = "engine", version = "1.0.0", sha256 = "abcd" }'
good = f"""
[[library]]
package = {package}
folder = "c"
sources = ["*.c"]
without = ["main.c"]
include = ["."]
own_flags = ["-DOWN"]
flags = ["-I{{own}}/settings"]
"""


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry with one package, of three sources."""

    def run(asked: Package, command: list[str], work: Path, verbose: bool) -> None:
        folder = work / "vendor" / asked.name
        (folder / "c").mkdir(parents=True)
        for name in ("b.c", "a.c", "main.c"):
            (folder / "c" / name).touch()
        (folder / ".cargo-checksum.json").write_text(json.dumps({"package": "abcd"}))

    monkeypatch.setattr(foreign_sources, "_run", run)
    monkeypatch.setattr(foreign_sources, "ensure", lambda tools: None)


def refusal(text: str, folder: Path) -> tuple[str, str]:
    """The code and the message with which a description is refused."""
    file = folder / "game.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        read_foreign_libraries(file, folder / "build")
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, " ".join([diagnostic.message, *diagnostic.notes])


def test_a_library_is_what_its_patterns_name_but_what_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(good, encoding="utf-8")
    (library,) = read_foreign_libraries(file, tmp_path / "build")
    root = tmp_path / "build" / "foreign" / "engine-1.0.0" / "c"
    assert library.sources == (root / "a.c", root / "b.c")
    assert library.flags == (f"-I{tmp_path}/settings", "-DOWN", f"-isystem{root}")


def test_what_has_been_fetched_is_not_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    file.write_text(good, encoding="utf-8")
    first = read_foreign_libraries(file, tmp_path / "build")
    monkeypatch.setattr(foreign_sources, "_run", None)
    assert read_foreign_libraries(file, tmp_path / "build") == first


@pytest.mark.parametrize(
    ("old", "new", "code", "part"),
    [
        ('"abcd"', '"ef01"', "F0724", "its hash is abcd, not ef01"),
        ("sources =", "source =", "F0725", "`source` is not one of"),
        ('folder = "c"', "", "F0725", "lacks `folder`"),
        ('"*.c"', '"x.c"', "F0725", "no source is called `x.c`"),
        ('"crates"', '"attic"', "F0725", "`attic` is not one of crates, pypi"),
        (', sha256 = "abcd"', "", "F0725", "sha256"),
        ("[[library]]", "[[libraries]]", "F0725", "library"),
        ("= [", "= ", "F0702", "not valid TOML"),
    ],
)
def test_a_bad_description_is_refused(
    tmp_path: Path, old: str, new: str, code: str, part: str
) -> None:
    found, text = refusal(good.replace(old, new, 1), tmp_path)
    assert found == code
    assert part in text


def test_those_of_the_kit_are_pinned() -> None:
    files = sorted((paths.kit / "components").glob("*/*.toml"))
    assert files
    for file in files:
        assert file.with_suffix(".flat").is_file()
        assert "sha256" in file.read_text(encoding="utf-8")
