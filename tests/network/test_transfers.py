# SPDX-License-Identifier: BSD-2-Clause
# One run in 6, unless changed: components/net
"""Streams by bad cables arrive whole: some kilobytes, and in exhaustive runs 100 MB."""

from __future__ import annotations

import os

import pytest
from transfers import cables, hundred_megabytes, transfer

_bytes = hundred_megabytes if "FLAT_EXHAUSTIVE" in os.environ else 300_000
_few_bytes = 300_000


@pytest.mark.parametrize("name", sorted(cables))
def test_a_stream_by_a_bad_cable_arrives_with_the_right_checksum(name: str) -> None:
    cable = cables[name]
    took = transfer(cable, _bytes, 3600)
    assert took.sent >= _bytes // 1460
    expected_losses = took.sent * (cable.lost + cable.damaged) // 1000
    if expected_losses >= 5:  # of fewer, all that are lost may be acknowledgements
        assert took.sent_again > 0
    if cable.damaged:
        assert took.damaged > 0
    if cable.delay_us > 1000:
        assert took.ms > 2 * cable.delay_us // 1000


def test_a_cable_by_which_nothing_comes_is_an_error_and_no_success() -> None:
    nothing = type(cables["1 % lost"])(lost=1000)
    with pytest.raises(RuntimeError, match="nobody can be connected to"):
        transfer(nothing, _few_bytes, 600)
