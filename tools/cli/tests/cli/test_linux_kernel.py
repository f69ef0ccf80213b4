# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels docs/errors
"""Tests of fetching Linux' kernel, with an apt-get of the test's own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from flatland import paths
from flatland.diagnostics import FlatError
from flatland.setup import install
from flatland.setup.linux_kernel import linux_kernel


def make_package(folder: Path, name: str, depends: str, file: str) -> None:
    """A package of Debian's with one file."""
    tree = folder / "trees" / name
    control = f"Package: {name}\nVersion: 9.1\nArchitecture: all\nDepends: {depends}\n"
    control += "Maintainer: nobody\nDescription: none\n"
    for path, text in ((file, f"the file of {name}"), ("DEBIAN/control", control)):
        (tree / path).parent.mkdir(parents=True)
        (tree / path).write_text(text, encoding="utf-8")
    command = ["dpkg-deb", "--build", "--root-owner-group", str(tree)]
    subprocess.run([*command, f"{folder}/{name}_9.1_all.deb"], check=True, capture_output=True)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of which apt-get fetches packages; `calls` in it are what it was told."""
    folder = tmp_path / "kept"
    programs = tmp_path / "bin"
    for each in (folder, programs):
        each.mkdir()
    script = programs / "apt-get"
    script.write_text(
        f'#!/bin/sh\necho "$@" >> {folder}/calls\n'
        f'case $1 in download) cp {folder}/"$2"_* . ;; esac\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(install, "_updated", False)
    monkeypatch.setattr(paths, "logs", tmp_path / "log")
    return folder


def test_it_is_that_of_the_newest_package_fetched_once(kept: Path, tmp_path: Path) -> None:
    depends = "linux-image-9-amd64 (= 9.1)"
    make_package(kept, "linux-image-amd64", depends, "usr/share/doc/nothing")
    make_package(kept, "linux-image-9-amd64", "kmod", "boot/vmlinuz-9-amd64")
    kernel = linux_kernel(tmp_path / "build")
    assert kernel.read_text() == "the file of linux-image-9-amd64"
    assert (kernel.parent / "version").read_text() == "9-amd64"
    assert linux_kernel(tmp_path / "build") == kernel
    assert (kept / "calls").read_text().splitlines() == [
        "update",
        "download linux-image-amd64",
        "download linux-image-9-amd64",
    ]


def test_a_package_that_is_not_there_or_has_none_is_told(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(FlatError) as caught:
        linux_kernel(tmp_path / "build")
    assert "linux-image-amd64" in caught.value.diagnostics[0].message
    depends = "linux-image-9-amd64 (= 9.1)"
    make_package(kept, "linux-image-amd64", depends, "usr/share/doc/nothing")
    make_package(kept, "linux-image-9-amd64", "kmod", "boot/config")
    with pytest.raises(FlatError) as caught:
        linux_kernel(tmp_path / "build")
    assert "there is no kernel in it" in caught.value.diagnostics[0].message
