# SPDX-License-Identifier: BSD-2-Clause
"""How lit runs the tests of collapse; README.md says how to start it.

lit executes this file with `config` and `lit_config` as globals.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "rewrite"))

from testing.suite import Suite

here = Path(__file__).resolve().parent
config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]

llvm = Path("/usr/lib/llvm-19/bin")
originals_only = lit_config.params.get("originals") == "1"

suite = Suite(config, lit_config, here, [".cpp"])
config.excludes.append("fuzz")
collapse = "collapse-is-not-run" if originals_only else suite.program("COLLAPSE")
words = [*(["--originals-only"] if originals_only else []), "--collapse", collapse]
suite.substitute(
    {
        "%same_output": suite.test_helper("same_output", *words),
        "%refused": suite.test_helper("refused", *words),
        "%cloned": suite.test_helper("cloned", *words),
        "%flat_gxx": f"{collapse} --class Derived -- g++",
        "%flat_clangxx": f"{collapse} --class Derived -- clang++-19",
        "%collapse": collapse,
        "%clangxx": "clang++-19",
        "%gxx": "g++",
        "%nm": str(llvm / "llvm-nm"),
        "%dwarfdump": str(llvm / "llvm-dwarfdump"),
        "%not": str(llvm / "not"),
        "%words": suite.helper("words"),
        "%inputs": str(here / "Inputs"),
    }
)
suite.substitute_shared()
if not originals_only:
    config.available_features.add("collapse")
if shutil.which("ccache"):
    config.available_features.add("ccache")
config.environment["CCACHE_DIR"] = str(Path(config.test_exec_root) / "ccache")
