# SPDX-License-Identifier: BSD-2-Clause
"""Tests that specialize refuses a spec, says where and why, and writes nothing.

The exit status must be 1, and the diagnostics must match the `CHECK` lines of the source.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from spec_of import spec_of

_file_check = "/usr/lib/llvm-19/bin/FileCheck"


def main() -> int:
    """Tests one source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specialize", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("sources", type=Path, nargs="+", help="the first one has the spec")
    options = parser.parse_args()
    source: Path = options.sources[0]
    options.folder.mkdir(parents=True, exist_ok=True)
    spec = options.folder / "test.spec"
    spec.write_text(spec_of(source), encoding="utf-8")
    written = options.folder / "written.o"
    written.unlink(missing_ok=True)
    compiler = "gcc" if source.suffix == ".c" else "g++"
    command = [options.specialize, spec, "-o", written, *options.option, "--"]
    command += [compiler, "-O2", "-c", *options.sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode != 1 or written.exists():
        print(f"{source}: refuse this with status 1, not {done.returncode}:\n{said}")
        return 1
    check = [_file_check, str(source), "--dump-input=never"]
    matched = subprocess.run(check, input=said, capture_output=True, text=True, check=False)
    if matched.returncode != 0:
        print(f"{source}: other diagnostics are expected:\n{said}\n{matched.stderr}")
    return matched.returncode


if __name__ == "__main__":
    sys.exit(main())
