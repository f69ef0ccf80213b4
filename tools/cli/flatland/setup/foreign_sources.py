# SPDX-License-Identifier: BSD-2-Clause
"""Fetches sources that others keep: a version of a package of a registry, by the registry's client.

What comes must have the hash that the kit names. It lies in build/foreign and nowhere else.
"""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from flatland.errors import failure
from flatland.files import locked
from flatland.setup.install import ensure
from flatland.setup.tools import find

registries = ("crates", "pypi")
_whole = ".whole"


@dataclass(frozen=True)
class Package:
    """A version of a package; `sha256` is the hash of the file that the registry has."""

    registry: str
    name: str
    version: str
    sha256: str


def fetched(package: Package, build: Path, verbose: bool = False) -> Path:
    """The folder with a package's files, fetched when it is first needed."""
    folder = build / "foreign" / f"{package.name}-{package.version}"
    if (folder / _whole).is_file():
        return folder
    with locked(folder.with_name(f"{folder.name}.lock")):
        if not (folder / _whole).is_file():
            print(f"flat: fetching {package.name} {package.version}", file=sys.stderr)
            shutil.rmtree(folder, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as work:
                _fetch = _fetch_crate if package.registry == "crates" else _fetch_wheel
                _fetch(package, Path(work), folder, verbose)
            (folder / _whole).touch()
    return folder


def _fetch_crate(package: Package, work: Path, folder: Path, verbose: bool) -> None:
    """By cargo, which compares the files with the registry's hash; that one is compared here."""
    ensure(find("cargo"))
    (work / "src").mkdir()
    (work / "src" / "lib.rs").touch()
    (work / "Cargo.toml").write_text(
        '[package]\nname = "fetch"\nversion = "0.0.0"\n[dependencies]\n'
        f'{package.name} = "={package.version}"\n[workspace]\n',
        encoding="utf-8",
    )
    _run(package, ["cargo", "vendor", "--quiet", "vendor"], work, verbose)
    files = work / "vendor" / package.name
    told = json.loads((files / ".cargo-checksum.json").read_text(encoding="utf-8"))
    _compare(package, str(told.get("package")))
    files.rename(folder)


def _fetch_wheel(package: Package, work: Path, folder: Path, verbose: bool) -> None:
    """By pip, as a wheel, which needs nothing to be run."""
    words = ["download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check"]
    command = [sys.executable, "-I", "-m", "pip", *words, "--quiet", "--dest", str(work)]
    _run(package, [*command, f"{package.name}=={package.version}"], work, verbose)
    wheel = next(work.glob("*.whl"))
    _compare(package, hashlib.sha256(wheel.read_bytes()).hexdigest())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def _run(package: Package, command: list[str], work: Path, verbose: bool) -> None:
    if verbose:
        print(" ".join(command), file=sys.stderr)
    # Clients of registries are configured where the user lives, whatever HOME is at the moment.
    environment = {**os.environ, "HOME": pwd.getpwuid(os.getuid()).pw_dir}
    done = subprocess.run(
        command, cwd=work, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise _not_fetched(package, f"`{command[0]}` failed: {done.stderr.strip()}")


def _compare(package: Package, found: str) -> None:
    if found != package.sha256:
        raise _not_fetched(package, f"its hash is {found}, not {package.sha256}")


def _not_fetched(package: Package, why: str) -> Exception:
    return failure(
        "F0724",
        f"the sources of {package.name} {package.version} could not be fetched",
        notes=[why, "everything else works"],
        help="they are fetched once; the registry must be reachable then",
    )
