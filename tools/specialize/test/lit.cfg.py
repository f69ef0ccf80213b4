# SPDX-License-Identifier: BSD-2-Clause
"""How lit runs the tests of specialize; README.md says how to start it.

lit executes this file with `config` and `lit_config` as globals.
"""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "rewrite"))

from testing.suite import Suite

here = Path(__file__).resolve().parent
suite = Suite(globals()["config"], globals()["lit_config"], here, [".cpp", ".c"])
specialize = suite.program("SPECIALIZE")
pass_flags = subprocess.run([specialize, "--pass"], capture_output=True, text=True, check=True)
suite.substitute(
    {
        "%same_output": suite.test_helper("same_output", "--specialize", specialize),
        "%refused": suite.test_helper("refused", "--specialize", specialize),
        "%spec_of": suite.helper("spec_of"),
        "%specialize": specialize,
        "%with_pass": pass_flags.stdout.strip(),
        "%pass": re.findall(r"-fpass-plugin=(\S+)", pass_flags.stdout)[0],
    }
)
suite.substitute_shared()
