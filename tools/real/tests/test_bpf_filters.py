# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/real tools/specialize tools/rewrite tools/CMakeLists.txt
# With the tool specialize, unless changed: tools/real tools/specialize tools/rewrite
"""libpcap's own interpreter of packet filters becomes the filter, and passes the same frames."""

from __future__ import annotations

import pytest
from bpf_filters import measure, table
from realcode.bpf import FILTERS, LIBRARY, Client, build_client, verdicts
from realcode.options import KIT
from realcode.source import Unavailable, fetch, unpack

most_code = 2048  # bytes of a filter


@pytest.fixture(scope="module")
def clients(specialize: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Client, Client]:
    """As it is, and specialised; tests are skipped if the source cannot be had."""
    scratch = tmp_path_factory.mktemp("bpf")
    try:
        source = unpack(fetch(LIBRARY, KIT / "build" / "real-code"), scratch / "source")
    except Unavailable as error:
        pytest.skip(f"the source of {LIBRARY.name} cannot be had: {error}")
    general = build_client(source, scratch / "general")
    return general, build_client(source, scratch / "special", specialize)


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_frames_pass(clients: tuple[Client, Client], filter: str, seed: int) -> None:
    general, special = clients
    frames = 100_000
    said = {*verdicts(general, filter, frames, seed), *verdicts(special, filter, frames, seed)}
    assert len(said) == 1
    passed = int(said.pop().split()[0])
    assert frames / 1000 < passed < frames / 2


def test_filters_cost_less_and_are_small(clients: tuple[Client, Client]) -> None:
    rows = [measure(*clients, filter, frames=500, seed=3) for filter in FILTERS]
    for row in rows:
        assert row.specialised < row.interpreted / 3, row
        assert 0 < row.code < most_code, row
    assert len(table(rows, 500)) == 2 + len(FILTERS)
