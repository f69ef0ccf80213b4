# SPDX-License-Identifier: BSD-2-Clause
"""The Python packages of tools/cli/requirements.txt and which of them are installed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata

from flatland import paths

requirements = paths.kit / "tools" / "cli" / "requirements.txt"
_line = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s#]+)\s*(?:#\s*(.*))?$")


@dataclass(frozen=True)
class PythonPackage:
    """A pinned package; `version` is the installed one, None when it is missing."""

    name: str
    pinned: str
    needed_by: str
    version: str | None


def python_packages() -> list[PythonPackage]:
    """The packages in the order of the file; the remark of a line says who needs it."""
    found = []
    for line in requirements.read_text(encoding="utf-8").splitlines():
        match = _line.match(line)
        if match:
            name, pinned, needed_by = match.groups()
            found.append(PythonPackage(name, pinned, needed_by or "flat", _installed(name)))
    return found


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
