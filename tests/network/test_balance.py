# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/router
# One run in 3, unless changed: components/router components/net components/driver kernels/router
"""A kernel makes several servers one, by a PlanP program."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from cable import kit, ping, run
from two_networks import between, fetched, other_address, other_tap, reach, server

from flatland.testing.way_of_run import way_of_run

_program = str(kit / "kernels" / "router" / "balance.flat")
_common = "10.0.0.100"
_second = "10.0.0.4"


def test_connections_go_to_one_server_after_the_other(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
        (folder / "page").write_text(folder.name * 30_000)
    with between(_program, way_of_run(_program)) as inside:
        run(*inside, "ip", "address", "add", f"{_second}/24", "dev", other_tap)
        reach(other_address)
        with server(inside, folders[0], other_address), server(inside, folders[1], _second):
            pages = Counter(fetched(_common) for _ in range(8))
            assert pages == {(each.name * 30_000).encode(): 4 for each in folders}
            assert fetched(_second) == b"second" * 30_000, "each is there by itself, too"
        assert ping(other_address, b"beside", 1) == b"beside"
