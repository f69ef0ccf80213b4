# SPDX-License-Identifier: BSD-2-Clause
"""Scripts that run on Linux and in our kernel by the same programs, and what they say."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from flatland import paths
from flatland.run.archive import entries, pack
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.way_of_run import way_of_run

mark = "=== "
patience_s = 300


def whole(scripts: Sequence[str]) -> str:
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


def busybox() -> Path:
    """The program of Debian."""
    (tool,) = find("busybox")
    ensure([tool])
    return Path("/", tool.file or "")


def on_linux(script: Path, programs: Path | None = None) -> list[str]:
    """What a script says on the host; `PROGRAMS` is where it finds the folder of others."""
    done = subprocess.run(
        [busybox(), "sh", script],
        stdin=subprocess.DEVNULL,
        env={
            "PATH": "/bin:/sbin:/usr/bin:/usr/sbin",
            "HOME": "/root",
            "TERM": "linux",
            "PROGRAMS": str(programs),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=patience_s,
    )
    return outputs(done.stdout)


def here(
    script: Path,
    programs: Mapping[str, Path] | None = None,
    beside: Mapping[str, Path] | None = None,
) -> list[str]:
    """What it says in the kernel, among the first files with those programs and what is beside."""
    files = {f"programs/{name}": path for name, path in (programs or {}).items()}
    files = {"script": script, **files, **(beside or {})}
    done = run_here("export PROGRAMS=/programs; exec sh /script", files)
    assert mark in done.stdout and "panic" not in done.stdout, done.stdout + done.stderr
    return outputs(done.stdout)


def run_here(
    command: str, files: Mapping[str, Path], seconds: int = patience_s, kernel: str = "unix"
) -> subprocess.CompletedProcess[str]:
    """What a shell does in the kernel, or another UNIX, with these files beside busybox."""
    listed = subprocess.run([busybox(), "--list"], capture_output=True, text=True, check=True)
    names = [f"bin/{name}" for name in listed.stdout.split()]
    tree = paths.kit / "kernels" / "unix" / "root"
    with tempfile.TemporaryDirectory() as work:
        first_files = Path(work, "archive")
        contents = entries(tree, {"bin/busybox": busybox(), **files}, {"/bin/busybox": names})
        first_files.write_bytes(pack(contents))
        words: list[str | Path] = [paths.kit / "flat", "run", kernel, *way_of_run(kernel)]
        words += ["--timeout", str(seconds), "--module", first_files, "--", "/bin/sh", "-c"]
        return subprocess.run(
            [*words, command],
            cwd=paths.kit,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
