# SPDX-License-Identifier: BSD-2-Clause
"""Linux' kernel to boot in the emulator beside ours: out of Debian's package, never installed."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from flatland.errors import failure
from flatland.files import locked
from flatland.setup.install import download

_newest = "linux-image-amd64"  # depends on the newest version of it, and has no file


def linux_kernel(build: Path) -> Path:
    """The image, fetched when it is first needed; the folder `linux` of the build keeps it."""
    folder = build / "foreign" / "linux"
    kernel = folder / "vmlinuz"
    with locked(folder.with_name("linux.lock")):
        if not kernel.is_file():
            shutil.rmtree(folder, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as work:
                found = _fetched(Path(work))
                folder.mkdir()
                (folder / "version").write_text(found.name.removeprefix("vmlinuz-"))
                found.rename(kernel)
    return kernel


def _fetched(work: Path) -> Path:
    """Has a package's kernel in a folder: that of which the newest one depends."""
    download([_newest], work)
    package = _field(next(work.glob(f"{_newest}_*.deb")), "Depends").split()[0]
    download([package], work)
    command: list[str | Path] = ["dpkg-deb", "--fsys-tarfile", next(work.glob(f"{package}_*.deb"))]
    files = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(files)) as archive:
        for member in archive:
            name = Path(member.name).name
            contents = archive.extractfile(member) if name.startswith("vmlinuz-") else None
            if contents:
                (work / name).write_bytes(contents.read())
                return work / name
    raise failure("F0710", f"could not install {package}: there is no kernel in it")


def _field(package: Path, name: str) -> str:
    command: list[str | Path] = ["dpkg-deb", "--field", package, name]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
