# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/real tools/specialize bench/components/rpc tests/rpc tools/cli/flatland
# Reads: tools/rewrite tools/CMakeLists.txt
# With the tool specialize, unless changed: tools/real tools/specialize tools/rewrite
"""libtirpc's client sends the same and understands the same, however it is made."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from realcode.peer import Recorded, own_socket, port_of, relaying, serving
from realcode.tirpc import LEVELS, SERIES, WAYS, build_client, client_words
from tirpc_client import count, table

silent, answered = LEVELS[1], LEVELS[2]
calls = 3
series = ("min", "0", "1", "20", "min", *SERIES[1:], "1999", "20", "100", "min")
"""Sizes that the versions are made for, others, and each after a call of another size."""


@pytest.fixture(scope="module")
def clients(
    tirpc_source: Path, specialize: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """All ways to make one."""
    scratch = tmp_path_factory.mktemp("ways")
    return {
        name: build_client(tirpc_source, scratch / f"way{number}", way, specialize)
        for number, (name, way) in enumerate(WAYS.items())
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with serving(tmp_path_factory.mktemp("server")) as port:
        yield port


@pytest.fixture(scope="module")
def recorded(clients: dict[str, Path], server: int) -> dict[str, tuple[str, Recorded]]:
    """What each client says, sends and gets."""
    results = {}
    for name, client in clients.items():
        with relaying(server) as (port, messages):
            words = client_words(client, port, calls, answered, series)
            done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
        results[name] = (done.stdout, messages)
    return results


def test_every_call_is_answered(recorded: dict[str, tuple[str, Recorded]]) -> None:
    for said, _ in recorded.values():
        assert said.count(f"{calls} of {calls} calls answered") == len(series)


def test_calls_have_the_sizes_and_transactions_that_they_should(
    recorded: dict[str, tuple[str, Recorded]],
) -> None:
    sizes = [48 if each == "min" else 44 + 4 * int(each) for each in series]
    for _, messages in recorded.values():
        assert [len(call) for call in messages.calls] == [
            size for size in sizes for _ in range(calls + 1)
        ]
        transactions = [int.from_bytes(call[:4], "big") for call in messages.calls]
        assert transactions == list(range(1, len(transactions) + 1))


def test_all_clients_send_the_same_bytes(recorded: dict[str, tuple[str, Recorded]]) -> None:
    general = recorded["-O2"][1].calls
    for name, (_, messages) in recorded.items():
        assert messages.calls == general, name


def test_all_clients_get_the_same_replies(recorded: dict[str, tuple[str, Recorded]]) -> None:
    general = recorded["-O2"][1].replies
    for name, (_, messages) in recorded.items():
        assert messages.replies == general, name


def test_versions_are_chosen_and_cost_less(clients: dict[str, Path], server: int) -> None:
    with own_socket() as nobody:
        ports = {silent: port_of(nobody), answered: server}
        figures = [
            figure
            for level, port in ports.items()
            for way in ("-O3 -flto", "specialised")
            for figure in count(clients[way], way, level, port, calls)
        ]
    cost = {(each.level, each.way, each.integers): each.instructions for each in figures}
    for (level, way, integers), instructions in cost.items():
        if way != "specialised":
            continue
        general = cost[level, "-O3 -flto", integers]
        assert instructions < 0.9 * general, (level, integers)
        if integers >= 100:
            assert instructions < general / 2, (level, integers)
    assert len([line for line in table(figures) if "integers" in line]) == 2 * len(SERIES)


def test_a_wrong_reply_is_not_taken_for_a_right_one(clients: dict[str, Path]) -> None:
    """The test of the bytes can fail: clients do look at what comes back."""
    for client in clients.values():
        with own_socket() as liar:
            words = client_words(client, port_of(liar), 0, answered, ["min"])
            with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
                call, caller = liar.recvfrom(65536)
                accepted = (1).to_bytes(4, "big") + bytes(16)
                liar.sendto(call[:4] + accepted + (99).to_bytes(4, "big"), caller)
                assert process.stderr
                assert "a result is wrong" in process.stderr.read()
            assert process.returncode == 1
