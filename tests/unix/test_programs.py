# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix
"""Programs of busybox do here what they do on Linux: the same scripts, the same output."""

from __future__ import annotations

from pathlib import Path

from both import here, on_linux, whole

scripts = (
    (Path(__file__).resolve().parent / "scripts.txt").read_text(encoding="utf-8").split("---\n")
)


def test_scripts_do_what_they_do_on_linux(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(whole(scripts), encoding="utf-8")
    expected = on_linux(script)
    assert len(expected) == len(scripts)
    assert here(script) == expected
