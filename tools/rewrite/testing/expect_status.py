# SPDX-License-Identifier: BSD-2-Clause
"""Runs a command that must end with one exit status: expect_status.py STATUS COMMAND..."""

from __future__ import annotations

import subprocess
import sys


def main() -> int:
    """Runs it; what it says goes where ours would."""
    expected = int(sys.argv[1])
    status = subprocess.run(sys.argv[2:], check=False).returncode
    if status != expected:
        print(f"the exit status is {status}, not {expected}", file=sys.stderr)
        return 99
    return 0


if __name__ == "__main__":
    sys.exit(main())
