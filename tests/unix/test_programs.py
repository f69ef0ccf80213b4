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


def test_who_has_another_root_finds_no_more_than_that(tmp_path: Path) -> None:
    """Here only: the host's superuser need not be who tests."""
    script = tmp_path / "script"
    inside = "echo /*; pwd; cat /etc/name ../../etc/name; ls -d .. | wc -l"
    script.write_text(
        whole(
            [
                "mkdir -p r/bin r/etc; cp /bin/busybox r/bin/sh; ln r/bin/sh r/bin/ls\n"
                "ln r/bin/sh r/bin/cat; ln r/bin/sh r/bin/wc; echo inside > r/etc/name\n"
                f"chroot r /bin/sh -c '{inside}'; echo /root*"
            ]
        ),
        encoding="utf-8",
    )
    (said,) = here(script)
    assert said.splitlines() == ["/bin /etc", "/", "inside", "inside", "1", "/root", "", "0 0"]
