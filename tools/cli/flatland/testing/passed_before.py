# SPDX-License-Identifier: BSD-2-Clause
"""Remembers which jobs have passed, by the content of everything that they read.

The key of a job is a hash of its name, of what its inputs hold, of the kit's pinned Python packages
and of the versions of the host's packages. Times play no part. What failed or was skipped is never
remembered, nor a job without stated inputs. The records are small files in build/tests/passed;
`flat clean` forgets them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flatland.files import write_json
from flatland.testing.inputs import always
from flatland.testing.job import Job
from flatland.testing.results import Result, passed

_version = "2"
_products = {"build", "__pycache__", "node_modules", "compile_commands.json"}


class PassedBefore:
    """The records of one workspace; `roots` are the folders that inputs are looked for in."""

    def __init__(self, folder: Path, roots: tuple[Path, ...]) -> None:
        self._folder = folder
        self._roots = roots
        self._digests: dict[Path, str] = {}

    def find(self, job: Job) -> list[Result] | None:
        """What a job came to when it read the same; None if it has to run."""
        file = self._file(job)
        if file is None:
            return None
        try:
            counts = json.loads(file.read_bytes())
            return [passed(str(name), int(count)) for name, count in counts.items()]
        except (OSError, ValueError, AttributeError, TypeError):
            return None

    def add(self, job: Job, results: Iterable[Result]) -> None:
        """Remembers a job if all of it passed."""
        file = self._file(job)
        results = list(results)
        if file is None or not results or any(each.outcome != "passed" for each in results):
            return
        counts: dict[str, int] = {}
        for each in results:
            counts[each.name] = counts.get(each.name, 0) + each.count
        write_json(file, counts)

    def digests(self, job: Job) -> dict[str, str]:
        """What the inputs of a job hold, by name; empty if it states none."""
        if job.inputs is None:
            return {}
        return {
            name: " ".join(self._digest(root / name) for root in self._roots)
            for name in sorted({*always, *job.inputs})
        }

    def _file(self, job: Job) -> Path | None:
        if job.inputs is None:
            return None
        digest = hashlib.sha256(f"{_version}\n{job.name}\n{_host()}\n".encode())
        for name, content in self.digests(job).items():
            digest.update(f"{name}\n{content}\n".encode())
        return self._folder / digest.hexdigest()

    def _digest(self, path: Path) -> str:
        """Of a file's content, or of all names and contents below a folder."""
        if path not in self._digests:
            self._digests[path] = _of_folder(path) if path.is_dir() else _of_file(path)
        return self._digests[path]


def _of_file(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return "none"


def _of_folder(folder: Path) -> str:
    digest = hashlib.sha256()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            each for each in folders if each not in _products and not each.startswith(".")
        )
        for name in sorted(set(names) - _products):
            file = Path(place) / name
            mode = os.access(file, os.X_OK)
            digest.update(f"{file.relative_to(folder)} {mode} {_of_file(file)}\n".encode())
    return digest.hexdigest()


@cache
def _host() -> str:
    """The machine and the versions of all its packages, compilers and emulators among them."""
    words = ["dpkg-query", "--show"]
    try:
        packages = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        packages = os.environ.get("PATH", "")
    return f"{platform.platform()}\n{platform.python_version()}\n{packages}"
