# SPDX-License-Identifier: BSD-2-Clause
"""What the tests of remote procedure calls share: programs, built once, and a port of their own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers import Programs, build_kernel, build_peers


def _client(name: str, port: int, auth: str) -> Path:
    settings = f"program = 0x20464c54, version = 1, port = {port}"
    return build_kernel(
        name.lower(),
        f"assembly {name} extends RpcClient {{\n"
        f"    client = rpc.DatagramClient {{ {settings} }};\n"
        f"    auth = rpc.{auth};\n"
        "}\n",
    )


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Programs]:
    """All programs; the port is the session's, so nobody else can have it."""
    folder = tmp_path_factory.mktemp("peers")
    build_peers(folder)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.bind(("127.0.0.1", 0))
        port = datagrams.getsockname()[1]
        yield Programs(
            port,
            datagrams,
            folder / "peer_client",
            folder / "peer_server",
            _client("UdpClient", port, "AuthNone"),
            _client("UdpClientSys", port, "AuthSys { user = 1000, group = 100 }"),
            build_kernel("server", "assembly Server extends RpcServer {\n}\n"),
        )
