# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/real tools/specialize bench/components/rpc tests/rpc tools/cli/flatland
# Reads: tools/rewrite tools/CMakeLists.txt
# With the tool specialize, unless changed: tools/real tools/specialize tools/rewrite
"""libtirpc's marshalling does the same for random calls, specialised or not."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tirpc_marshal import build


def test_a_million_random_calls_are_encoded_the_same(
    tirpc_source: Path, specialize: str, tmp_path: Path
) -> None:
    program = build(tirpc_source, tmp_path / "build", specialize)
    words = [str(program), "1000000", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "1000000 calls" in done.stdout and "the same" in done.stdout
