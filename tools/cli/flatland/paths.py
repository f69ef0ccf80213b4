# SPDX-License-Identifier: BSD-2-Clause
"""Where the kit is, and where the things that it makes go."""

from __future__ import annotations

from pathlib import Path

kit = Path(__file__).resolve().parents[3]
"""The root folder of this kit: the one that holds the script `flat`."""

build = kit / "build"
"""Products of the kit itself and of the kernels in it; ignored by git."""

logs = build / "log"
"""Logs of our own bugs and of installations."""
