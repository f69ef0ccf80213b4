# SPDX-License-Identifier: BSD-2-Clause
"""Starts the command line: `python tools/cli ARGUMENT...` (what the script `flat` does)."""

from flatland.main import main

raise SystemExit(main())
