# SPDX-License-Identifier: BSD-2-Clause
"""How lit runs the tests of reorder; README.md says how to start it.

lit executes this file with `config` and `lit_config` as globals.
"""

import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "rewrite"))

from testing.suite import Suite

here = Path(__file__).resolve().parent
config: Any = globals()["config"]
suite = Suite(config, globals()["lit_config"], here, [".cpp", ".c"])
reorder = suite.program("REORDER")
suite.substitute(
    {
        "%same_output": suite.test_helper("same_output", "--reorder", reorder),
        "%refused": suite.test_helper("refused", "--reorder", reorder),
        "%layout": suite.helper("layout", "--reorder", reorder),
        "%reorder": reorder,
    }
)
suite.substitute_shared()
if os.environ.get("COLLAPSE"):
    config.available_features.add("collapse")
    suite.substitute({"%collapse": suite.program("COLLAPSE")})
