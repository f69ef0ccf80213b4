# SPDX-License-Identifier: BSD-2-Clause
"""How tests in Python build a kernel that they try in one way alone.

Where tests are named, and in exhaustive runs, that is `flat`, by clang. A usual run builds most of
these kernels as most others of it: `virtual`, by the compiler of the run, since the objects of one
kernel are nearly all those of others. In `flat` each kernel compiles one unit of its own, for up to
a minute; in one run of three it does, and kernels take turns.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping
from pathlib import Path

from flatland.testing.usual_part import compiler_of_run

_runs = 3


def way_of_run(kernel: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """The options of `flat build` and `flat run`; all tests of a kernel have the same in a run.

    `kernel` is a name or the path of an assembly.
    """
    seed = environment.get("FLAT_SEED")
    if seed is None:
        return ["--variant", "flat"]
    is_flat = (int(seed) + zlib.crc32(Path(kernel).stem.encode())) % _runs == 0
    variant = "flat" if is_flat else "virtual"
    return ["--variant", variant, "--compiler", compiler_of_run(int(seed))]
