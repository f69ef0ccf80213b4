# SPDX-License-Identifier: BSD-2-Clause
"""What a program of the host that is linked dynamically needs beside itself."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path


def libraries_of(program: Path) -> dict[str, Path]:
    """Its dynamic linker and libraries, by their names without the first `/`."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"(/\S+) \(0x", listed)
    assert found, f"{program} is static, or no program: {listed}"
    return {name.removeprefix("/"): Path(name).resolve() for name in found}
