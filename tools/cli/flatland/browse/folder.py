# SPDX-License-Identifier: BSD-2-Clause
"""Writes the folder of a page, and opens it where there is somebody to see it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flatland.files import license_line, write_if_changed
from flatland.setup.graph_page import files, make_page


def write_page(
    folder: Path,
    assemblies: Sequence[dict[str, Any]],
    verbose: bool = False,
    is_live: bool = False,
) -> Path:
    """Writes the page of one assembly, or of two to compare; returns the file to open.

    A live one is to be served, and asks for what bindings count.
    """
    page = make_page(verbose)
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        shutil.copyfile(page / name, folder / name)
    values = {"assemblies": assemblies, "live": is_live}
    data = json.dumps(values, separators=(",", ":"))
    write_if_changed(folder / "data.js", f"{license_line}\nwindow.flatland = {data};\n")
    return folder / "index.html"


def open_page(address: str) -> None:
    """Opens a page in the browser, if a person at a terminal with a display asked for it."""
    has_display = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    opener = shutil.which("xdg-open")
    if opener and has_display and sys.stdout.isatty():
        subprocess.run([opener, address], stdout=subprocess.DEVNULL, check=False)
