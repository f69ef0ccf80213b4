# SPDX-License-Identifier: BSD-2-Clause
"""Starts the command line: `python tools/cli ARGUMENT...` (what the script `flat` does)."""

import gc

from flatland.main import main

code = main()
gc.freeze()  # the process ends: it need not look through a whole model for garbage first
raise SystemExit(code)
