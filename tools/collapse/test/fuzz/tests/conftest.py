# SPDX-License-Identifier: BSD-2-Clause
"""Lets the tests import the fuzzer that lies beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
