# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of the table of `flat bench rpc`."""

from __future__ import annotations

from flatland import paths
from flatland.bench.calls import Call, Result, as_json, kernels, lines

few = Call("loopback", "echo", 20)
many = Call("loopback", "echo", 2000)


def test_a_table_has_a_column_for_each_variant_that_was_counted() -> None:
    counted = {
        few: {"virtual": 300, "flat": 200, "special": 100},
        many: {"virtual": 3000, "flat": 2000, "special": 1000},
    }
    head, titles, _, *rows = lines(Result(counted, [], {"compiler": "clang 19"}))
    assert head == "loopback: kernel instructions of a call"
    assert titles.split() == ["procedure", "virtual", "flat", "special"]
    assert rows[0].split() == ["echo,", "20", "integers", "300", "200", "100"]
    assert rows[-1] == "Measured: clang 19."


def test_what_could_not_be_made_is_said_and_has_no_figure() -> None:
    result = Result({few: {"virtual": 3}, many: {"flat": 5}}, ["cable, flat: it does not end"])
    text = lines(result)
    assert "cable, flat: it does not end" in text
    assert any(line.split()[-2:] == ["3", "-"] for line in text)
    assert as_json(result)["rows"][1] == {**vars(many), "flat": 5}


def test_each_kernel_that_is_counted_exists() -> None:
    assert all((paths.kit / name).is_file() for name in kernels)
