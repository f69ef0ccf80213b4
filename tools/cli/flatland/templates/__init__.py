# SPDX-License-Identifier: BSD-2-Clause
"""What `flat new` writes: files in which `$name` and its relatives are replaced.

`$Name` is the class, `$name` the file, `$package` the package of `$folder`, `$namespace` its C++
namespace, `$greeting` the line that the example writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

_folder = Path(__file__).resolve().parent


def expand(kind: str, name: str, values: Mapping[str, str]) -> dict[str, str]:
    """The texts of one kind of template by file name, `name` in it replaced."""
    return {
        file.name.removesuffix(".in").replace("name", name, 1): Template(
            file.read_text(encoding="utf-8")
        ).substitute(values)
        for file in sorted((_folder / kind).glob("*.in"))
    }
