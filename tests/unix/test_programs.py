# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces dimensions components bindings kernels tests/unix
# Reads: tools/cli tools/collapse tools/rewrite
"""Programs of busybox do here what they do on Linux: the same scripts, the same output."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from flatland import paths
from flatland.run.archive import entries, pack
from flatland.setup.install import ensure
from flatland.setup.tools import find

scripts = (
    (Path(__file__).resolve().parent / "scripts.txt").read_text(encoding="utf-8").split("---\n")
)
mark = "=== "


def whole() -> str:
    """All scripts as one, each in a folder of its own, with a mark and its status after it."""
    parts = [
        f"mkdir /tmp/flat-{number} && cd /tmp/flat-{number} && ( {script}\n) 2>&1; "
        f'echo "{mark}{number} $?"; cd /; rm -rf /tmp/flat-{number}\n'
        for number, script in enumerate(scripts)
    ]
    return "".join(parts)


def outputs(text: str) -> list[str]:
    """What each of the scripts has said, with its status."""
    found = []
    said: list[str] = []
    for said_line in text.replace("\r", "").splitlines():
        line = re.sub(r"^\S*/script: ", "script: ", said_line)
        if mark in line:
            before, _, status = line.partition(mark)
            found.append("\n".join([*said, before, status]))
            said = []
        else:
            said.append(line)
    return found


@pytest.fixture(scope="module")
def busybox() -> Path:
    """The program of Debian."""
    (tool,) = find("busybox")
    ensure([tool])
    return Path("/", tool.file or "")


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of all scripts."""
    file = tmp_path_factory.mktemp("unix") / "script"
    file.write_text(whole(), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def on_linux(busybox: Path, script: Path) -> list[str]:
    """By the same program, on the host."""
    done = subprocess.run(
        [busybox, "sh", script],
        stdin=subprocess.DEVNULL,
        env={"PATH": "/bin:/sbin:/usr/bin:/usr/sbin", "HOME": "/root", "TERM": "linux"},
        capture_output=True,
        text=True,
        check=False,
    )
    return outputs(done.stdout)


@pytest.fixture(scope="module")
def here(busybox: Path, script: Path) -> list[str]:
    """In the kernel, with the scripts among its first files."""
    listed = subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True)
    names = [f"bin/{name}" for name in listed.stdout.split()]
    tree = paths.kit / "kernels" / "unix" / "root"
    files = {"bin/busybox": busybox, "script": script}
    first_files = script.with_name("archive")
    first_files.write_bytes(pack(entries(tree, files, {"/bin/busybox": names})))
    command = [str(paths.kit / "flat"), "run", "unix", "--variant", "flat", "--timeout", "300"]
    done = subprocess.run(
        [*command, "--module", first_files, "--", "/bin/sh", "/script"],
        cwd=paths.kit,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert "panic" not in done.stdout
    return outputs(done.stdout)


def test_scripts_do_what_they_do_on_linux(on_linux: list[str], here: list[str]) -> None:
    assert len(on_linux) == len(scripts)
    assert here == on_linux
