# SPDX-License-Identifier: BSD-2-Clause
"""What the tests of remote procedure calls share: programs, built once, and ports of their own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers import Programs, build_kernel, build_peers


def _client(name: str, component: str, port: int, auth: str, more: str = "") -> Path:
    settings = f"program = 0x20464c54, version = 1, port = {port}{more}"
    return build_kernel(
        name.lower(),
        f"assembly {name} extends RpcClient {{\n"
        f"    client = rpc.{component} {{ {settings} }};\n"
        f"    auth = rpc.{auth};\n"
        "}\n",
    )


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Programs]:
    """All programs; the ports are the session's, so nobody else can have them."""
    folder = tmp_path_factory.mktemp("peers")
    build_peers(folder)
    user = "AuthSys { user = 1000, group = 100 }"
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connections,
    ):
        datagrams.bind(("127.0.0.1", 0))
        connections.bind(("127.0.0.1", 0))
        udp, tcp = (each.getsockname()[1] for each in (datagrams, connections))
        yield Programs(
            {"udp": datagrams, "tcp": connections},
            folder / "peer_client",
            folder / "peer_server",
            {
                ("udp", "none"): _client("UdpClient", "DatagramClient", udp, "AuthNone"),
                ("udp", "impatient"): _client(
                    "UdpClientImpatient", "DatagramClient", udp, "AuthNone", ", retry_ms = 20"
                ),
                ("udp", "sys"): _client("UdpClientSys", "DatagramClient", udp, user),
                ("tcp", "none"): _client("TcpClient", "StreamClient", tcp, "AuthNone"),
                ("tcp", "sys"): _client("TcpClientSys", "StreamClient", tcp, user),
            },
            build_kernel("server", "assembly Server extends RpcServer {\n}\n"),
        )
