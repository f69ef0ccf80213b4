# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Programs of Java that are none are told as errors, and manifests are unfolded."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.run.java import main_class, read_program


def test_a_manifest_names_a_class_on_several_lines() -> None:
    assert main_class("X: y\r\nMain-Class: a.b.Lo\r\n ng\r\nZ: y\r\n") == "a.b.Long"
    assert main_class("Manifest-Version: 1.0\n") == ""


def test_an_archive_that_is_none_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jar"
    broken.write_bytes(b"no zip")
    with pytest.raises(FlatError, match="is no archive of Java"):
        read_program(broken)


def test_an_archive_without_manifest_or_main_class_is_told(tmp_path: Path) -> None:
    bare = tmp_path / "bare.jar"
    with zipfile.ZipFile(bare, "w") as archive:
        archive.writestr("A.class", b"x")
    with pytest.raises(FlatError, match="has no manifest"):
        read_program(bare)
    with zipfile.ZipFile(bare, "a") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n")
    with pytest.raises(FlatError, match="names no Main-Class"):
        read_program(bare)


def test_a_source_without_a_class_is_told(tmp_path: Path) -> None:
    source = tmp_path / "Nothing.java"
    source.write_text("// nothing\n", encoding="utf-8")
    with pytest.raises(FlatError, match="has no class"):
        read_program(source)
