# SPDX-License-Identifier: BSD-2-Clause
"""Installs the host's packages that a verb needs and that are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from flatland import paths
from flatland.errors import failure
from flatland.setup.tools import Tool, tools

_updated = False
_patience_s = 600  # for another installation that is at work


def ensure(needed: Sequence[Tool]) -> None:
    """Installs what is missing of `needed`; a FlatError names what could not be had.

    A wheel installs nothing: there the error says what to install.
    """
    missing = [tool for tool in needed if not tool.is_present()]
    if not missing:
        return
    packages = sorted({tool.package for tool in missing})
    if paths.is_wheel:
        raise _missing_beside_wheel(packages)
    _install(packages)
    still = [tool for tool in missing if not tool.is_present()]
    if still:
        raise _not_installed(sorted({tool.package for tool in still}), "they are not usable")


def download(packages: list[str], folder: Path) -> None:
    """Fetches the files of packages into a folder, and installs nothing."""
    _need_apt(packages)
    print(f"flat: fetching {', '.join(packages)} (apt-get)", file=sys.stderr)
    _run(packages, ["apt-get", "download", *packages], folder)


def _install(packages: list[str]) -> None:
    """Runs apt-get, its output in a log."""
    _need_apt(packages)
    print(f"flat: installing {', '.join(packages)} (apt-get)", file=sys.stderr)
    options = ["--yes", "--no-install-recommends", f"--option=DPkg::Lock::Timeout={_patience_s}"]
    _run(packages, ["apt-get", "install", *options, *packages])


def _need_apt(packages: list[str]) -> None:
    if shutil.which("apt-get") is None:
        raise _not_installed(packages, "there is no apt-get on this machine")


def _run(packages: list[str], command: list[str], folder: Path | None = None) -> None:
    """One command, in a folder, after what makes it know which packages there are."""
    global _updated
    commands = [command] if _updated else [["apt-get", "update"], command]
    for each in commands:
        if not _as_root(each, folder):
            raise _not_installed(packages, f"`{' '.join(each[:2])}` failed, see {_log()}")
    _updated = True


def _as_root(command: list[str], folder: Path | None = None) -> bool:
    """Runs one command as root with its output appended to the log."""
    command = ["env", "DEBIAN_FRONTEND=noninteractive", *command]
    if os.geteuid() != 0:
        command = ["sudo", *command]
    log = _log()
    log.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(log, "ab") as output:
            done = subprocess.run(
                command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, check=False
            )
    except FileNotFoundError:
        return False
    return done.returncode == 0


def _log() -> Path:
    return paths.logs / "apt.log"


def _missing_beside_wheel(packages: list[str]) -> Exception:
    """Who installs a wheel does not ask for packages of the system."""
    return failure(
        "F0710",
        f"this needs {', '.join(packages)}, which the system lacks",
        help=f"apt-get install {' '.join(packages)}",
    )


def _not_installed(packages: list[str], why: str) -> Exception:
    lost = sorted({use for tool in tools if tool.package in packages for use in tool.needed_by})
    return failure(
        "F0710",
        f"could not install {', '.join(packages)}: {why}",
        notes=[f"not working without: {', '.join(lost)}", "everything else works"],
        help="`flat doctor` lists every tool and how to get it",
    )
