# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests that a malformed variant.toml, program.toml or flat.toml is refused with its error."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.programs import read_program
from flatland.builder.variants import read_variant
from flatland.builder.workspace import find_workspace, workspace_of
from flatland.diagnostics import FlatError


def only_error(caught: pytest.ExceptionInfo[FlatError]) -> tuple[str, str]:
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, diagnostic.message


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("[compile", "F0702", "is not valid TOML"),
        ("sumary = 'x'", "F0704", "`sumary`"),
        ("[compile]\nflgs = []", "F0704", "`compile.flgs`"),
        ("[compile]\nflags = 'x'", "F0704", "must be of type list"),
        ("[compile]\nflags = [1]", "F0704", "must be a list of strings"),
        ("[compile]\nfreestanding = 1", "F0704", "must be of type bool"),
        ("[run]\nkind = 'boat'", "F0704", "`run.kind`"),
        ("[run]\nexit_codes = { a = 1 }", "F0704", "`run.exit_codes`"),
    ],
)
def test_a_bad_variant_is_refused(tmp_path: Path, text: str, code: str, part: str) -> None:
    (tmp_path / "variant.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        read_variant("arch", tmp_path)
    found, message = only_error(caught)
    assert found == code
    assert part in message


def test_a_folder_without_variant_toml_is_no_variant(tmp_path: Path) -> None:
    with pytest.raises(FlatError) as caught:
        read_variant("arch", tmp_path)
    assert only_error(caught)[0] == "F0704"


def test_every_key_of_a_variant_is_read(tmp_path: Path) -> None:
    text = """
platform = "pc"
summary = "it"
[compile]
triple = "t"
flags = ["-a"]
link_flags = ["-b"]
sources = ["x.cpp"]
link_script = "k.lds"
freestanding = true
[user]
flags = ["-u"]
[run]
kind = "qemu"
command = ["q", "{image}"]
exit_codes = { 33 = 0 }
"""
    (tmp_path / "variant.toml").write_text(text, encoding="utf-8")
    variant = read_variant("arch", tmp_path)
    assert variant.platform == "pc"
    assert variant.compile.sources == (tmp_path / "x.cpp",)
    assert variant.compile.link_script == tmp_path / "k.lds"
    assert variant.user.flags == ("-u",)
    assert variant.run and variant.run.exit_codes == {33: 0}


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("[program", "F0702", "is not valid TOML"),
        ("[programme]", "F0705", "one table, [program]"),
        ("[program]\nsources = []\nbase = 0", "F0705", "`sources`"),
        ("[program]\nsources = ['no.cpp']\nbase = 0", "F0705", "no.cpp"),
        ("[program]\nsources = ['a.cpp']\nbase = 100", "F0705", "page-aligned"),
        ("[program]\nsources = ['a.cpp']\nbase = 0\nx = 1", "F0705", "`x`"),
    ],
)
def test_a_bad_program_is_refused(tmp_path: Path, text: str, code: str, part: str) -> None:
    (tmp_path / "a.cpp").touch()
    (tmp_path / "program.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        read_program(tmp_path)
    found, message = only_error(caught)
    assert found == code
    assert part in message


@pytest.mark.parametrize(
    ("text", "code"),
    [("kit = ", "F0702"), ("kitt = 'x'", "F0702"), ("kit = '/nowhere'", "F0703")],
)
def test_a_bad_flat_toml_is_refused(tmp_path: Path, text: str, code: str) -> None:
    (tmp_path / "flat.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        find_workspace(tmp_path)
    assert only_error(caught)[0] == code


def test_a_folder_with_flat_toml_is_the_workspace_of_all_below_it(tmp_path: Path) -> None:
    (tmp_path / "flat.toml").write_text(f'kit = "{paths.kit}"', encoding="utf-8")
    inner = tmp_path / "components" / "thread"
    inner.mkdir(parents=True)
    assert find_workspace(inner).roots == (tmp_path, paths.kit, paths.kit / "bench")


def test_a_kernel_in_a_folder_without_flat_toml_builds_beside_itself(tmp_path: Path) -> None:
    kernel = tmp_path / "kernels" / "mine" / "mine.flat"
    kernel.parent.mkdir(parents=True)
    kernel.touch()
    assert workspace_of(kernel).folder == tmp_path
    assert find_workspace(tmp_path).folder == paths.kit
