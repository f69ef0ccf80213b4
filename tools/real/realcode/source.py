# SPDX-License-Identifier: BSD-2-Clause
"""Fetches a program's source with apt, and keeps it for the next time."""

from __future__ import annotations

import fcntl
import hashlib
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Source:
    """A program, and the Debian source package that has its tarball."""

    name: str
    about: str
    package: str
    tarball: str
    sha256: str
    release: str = ""  # of Debian, if not the machine's own


class Unavailable(Exception):
    """The source cannot be had; the message says why and what to do."""


def fetch(program: Source, cache: Path, lists: Path = Path("/etc/apt")) -> Path:
    """The program's tarball in the cache, fetched if it is not there; its hash is checked."""
    path = cache.resolve() / program.tarball
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with (path.parent / "lock").open("w") as lock:  # apt-get waits for nobody
            fcntl.flock(lock, fcntl.LOCK_EX)
            _download(program, path.parent, lists)
    found = hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "nothing"
    if found != program.sha256:
        raise Unavailable(
            f"{program.tarball}: expected the file with SHA-256 {program.sha256}, found {found}"
        )
    return path


def unpack(tarball: Path, folder: Path) -> Path:
    """Unpacks into the folder; gives the one folder inside."""
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-xf", tarball, "-C", folder, "--no-same-owner"], check=True)
    return next(path for path in folder.iterdir() if path.is_dir())


def _download(program: Source, cache: Path, lists: Path) -> None:
    """Asks apt for the source package, from the machine's own servers."""
    state = cache / "apt" / program.release
    (state / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    sources = _source_lists(lists, state, program.release)
    options = ["-o", f"Dir::Etc::sourcelist={sources}", "-o", "Dir::Etc::sourceparts=/dev/null"]
    options += ["-o", f"Dir::State::lists={state / 'lists'}", "-o", f"Dir::Cache={state}"]
    commands = [
        ["apt-get", "-qq", *options, "update"],
        ["apt-get", "-qq", *options, "source", "--download-only", "--tar-only", program.package],
    ]
    for command in commands:
        try:
            done = subprocess.run(command, cwd=cache, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise Unavailable("the source comes from apt-get, which is not here") from error
        if done.returncode:
            raise Unavailable(
                f"apt-get cannot fetch the source package {program.package}"
                f" (put {program.tarball} into {cache} to go on):\n{done.stderr.strip()[-500:]}"
            )


def _source_lists(lists: Path, state: Path, release: str) -> Path:
    """The machine's lists of packages, turned into lists of source packages, of that release."""
    modern = sorted((lists / "sources.list.d").glob("*.sources"))
    parts = [
        re.sub(r"^Types:.*$", "Types: deb-src", path.read_text(), flags=re.M) for path in modern
    ]
    if release:
        stanzas = [each for part in parts for each in part.split("\n\n") if "-security" not in each]
        parts = [re.sub(r"^Suites:.*$", f"Suites: {release}", each, flags=re.M) for each in stanzas]
    if parts:
        made = state / "source.sources"
        made.write_text("\n\n".join(part.strip() for part in parts) + "\n")
        return made
    files = [lists / "sources.list", *sorted((lists / "sources.list.d").glob("*.list"))]
    lines = [line for path in files if path.exists() for line in path.read_text().splitlines()]
    made = state / "source.list"
    made.write_text("".join(f"deb-src{line[3:]}\n" for line in lines if line.startswith("deb ")))
    return made
