# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels docs/errors
"""Tests of finding and installing the host's tools, with an apt-get of the test's own."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from flatland import paths
from flatland.commands import doctor
from flatland.diagnostics import FlatError
from flatland.main import main
from flatland.setup import install
from flatland.setup.tools import Tool, build_tools, tools

_options = "--yes --no-install-recommends --option=DPkg::Lock::Timeout=600"


@pytest.fixture
def fake_apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, with an apt-get that writes down its arguments."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "apt-get"
    script.write_text(
        "#!/bin/sh\n"
        f'echo "$DEBIAN_FRONTEND $*" >> {tmp_path}/calls\n'
        f'case "$*" in install*the-good*) echo > {folder}/good; chmod +x {folder}/good;; esac\n'
        'case "$*" in install*the-bad*) echo no such package; exit 100;; esac\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    for program in ("chmod", "env"):
        (folder / program).symlink_to(str(shutil.which(program)))
    sudo = f'#!/bin/sh\necho sudo >> {tmp_path}/calls\nexec "$@"\n'
    (folder / "sudo").write_text(sudo, encoding="utf-8")
    (folder / "sudo").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(install, "_updated", False)
    monkeypatch.setattr(paths, "logs", tmp_path / "log")
    return folder


good = Tool("good", "the-good", ("flat good",), "good")
bad = Tool("bad", "the-bad", ("flat bad",), "bad")


def test_what_is_there_is_not_installed(fake_apt: Path) -> None:
    install.ensure([Tool("sudo", "sudo", (), "sudo")])
    assert not (fake_apt.parent / "calls").exists()


def test_what_is_missing_is_installed_after_one_update(fake_apt: Path) -> None:
    install.ensure([good])
    (fake_apt / "good").unlink()
    install.ensure([good])
    assert (fake_apt.parent / "calls").read_text().splitlines() == [
        "noninteractive update",
        f"noninteractive install {_options} the-good",
        f"noninteractive install {_options} the-good",
    ]


def test_who_is_not_root_installs_by_sudo(fake_apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    install.ensure([good])
    calls = (fake_apt.parent / "calls").read_text().splitlines()
    assert calls[:2] == ["sudo", "noninteractive update"]
    assert calls[2:] == ["sudo", f"noninteractive install {_options} the-good"]


def test_an_installation_that_fails_names_what_is_lost_and_the_log(fake_apt: Path) -> None:
    with pytest.raises(FlatError) as caught:
        install.ensure([good, bad])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "F0710"
    assert "the-bad" in diagnostic.message
    assert "no such package" in (paths.logs / "apt.log").read_text()


def test_without_apt_get_the_packages_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FlatError) as caught:
        install.ensure([tools[0]])
    (diagnostic,) = caught.value.diagnostics
    assert tools[0].package in diagnostic.message
    assert any("flat build" in note for note in diagnostic.notes)


def test_the_doctor_tells_everything_of_every_tool(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["tools"]
    assert {tool.name for tool in tools} <= {row["name"] for row in rows}
    assert all(row["needed_by"] and row["get"] for row in rows)
    ninja = next(row for row in rows if row["name"] == "ninja")
    assert ninja["version"][0].isdigit()


def test_the_doctor_marks_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "tools", (bad,))
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "missing" in text
    assert "-> apt-get install the-bad" in text


def test_a_build_needs_a_linker_and_one_compiler() -> None:
    names = {tool.name for tool in build_tools("g++", freestanding=True)}
    assert {"g++", "lld", "ninja"} <= names
    assert "clang++" not in names and "libstdc++" not in names
