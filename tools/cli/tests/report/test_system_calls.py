# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli dimensions/api
"""The table of system calls, as `flat explain system-calls` shows it."""

from __future__ import annotations

from pathlib import Path

from flatland import paths
from flatland.report.system_calls import system_calls, text_of


def test_each_row_tells_what_becomes_of_a_call(tmp_path: Path) -> None:
    table = tmp_path / "table.inc"
    table.write_text(
        "// A remark.\n"
        "FLAT_CALL(0, read, self.files->read(task, u32(a), b, c))\n"
        "FLAT_CALL(1, long_one,\n          self.names->openat(task, i32(a)))\n"
        "FLAT_LACK(2, semget)\nFLAT_CALL(3, getuid, 0)\nFLAT_QUIET(4, rseq)\n"
        "FLAT_CALL(5, select, self.select(task, registers, 1000))\n"
    )
    calls = system_calls(table)
    states = ["files.read", "names.openat", "lacking", "always 0", "lacking, and nobody is told"]
    assert [each["state"] for each in calls] == [*states, "by the entry itself"]
    assert text_of(calls).startswith("4 of 6 system calls")


def test_the_kits_table_has_every_number_once_and_in_order() -> None:
    folder = paths.kit / "dimensions" / "api" / "unix" / "on" / "x86_64"
    numbers = [int(each["number"]) for each in system_calls(folder / "system_calls.inc")]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 350
