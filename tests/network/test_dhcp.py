# SPDX-License-Identifier: BSD-2-Clause
# Builds: network-dhcp
# One run in 3, unless changed: components/net components/driver
"""A kernel gets its address from dnsmasq, at the other end of its cable."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cable import build, linux_address, machine, network, patience_s, ping, run

from flatland.testing.way_of_run import way_of_run

_first, _second = "10.0.0.50", "10.0.0.51"


class Server:
    """dnsmasq, which leases two addresses and knows one name."""

    def __init__(self, log: Path) -> None:
        self._log = log

    def wait_for(self, pattern: str, times: int = 1) -> list[str]:
        """What its log says, once it has said it so often."""
        end = time.monotonic() + patience_s
        while True:
            text = self._log.read_text(encoding="utf-8")
            found = re.findall(pattern, text)
            if len(found) >= times:
                return found
            assert time.monotonic() < end, text
            time.sleep(0.05)

    def count(self, pattern: str) -> int:
        return len(re.findall(pattern, self._log.read_text(encoding="utf-8")))


@contextmanager
def _serving(tap: str, folder: Path) -> Iterator[Server]:
    """A server at work; it has hosts ask for more time every three seconds."""
    log = folder / "dnsmasq.log"
    words = [
        "dnsmasq",
        "--keep-in-foreground",
        "--conf-file=/dev/null",
        "--user=root",
        "--no-ping",
    ]
    words += [
        f"--interface={tap}",
        "--bind-interfaces",
        "--no-resolv",
        "--no-hosts",
        "--log-dhcp",
    ]
    words += [
        f"--log-facility={log}",
        f"--dhcp-leasefile={folder / 'leases'}",
        "--pid-file",
    ]
    words += [
        f"--dhcp-range={_first},{_second},255.255.255.0,2m",
        "--dhcp-sequential-ip",
    ]
    words += [
        "--dhcp-option=option:T1,3",
        f"--dhcp-option=option:router,{linux_address}",
    ]
    words += ["--address=/www.example.org/10.1.2.3"]
    with subprocess.Popen(words) as dnsmasq:
        try:
            server = Server(log)
            while not log.exists():
                assert dnsmasq.poll() is None
                time.sleep(0.05)
            server.wait_for("DHCP, sockets bound")
            yield server
        finally:
            dnsmasq.terminate()


@pytest.fixture(scope="module")
def image() -> Path:
    """Of a kernel without an address of its own."""
    return build("network-dhcp", *way_of_run("network-dhcp"))


def _ask(address: str, name: bytes) -> bytes:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.settimeout(patience_s)
        datagrams.sendto(name, (address, 5300))
        return datagrams.recv(600)


def test_a_kernel_has_the_address_and_the_server_of_names_that_it_is_told(
    image: Path, tmp_path: Path
) -> None:
    with (
        network() as tap,
        _serving(tap, tmp_path) as server,
        machine(image, tap, "this host is 0xa000032") as lines,
    ):
        assert any("as 0xa000001 has it" in line for line in lines)
        assert ping(_first, b"hello", 1) == b"hello"
        assert _ask(_first, b"www.example.org") == b"10.1.2.3"
        server.wait_for("DHCPACK", times=3)  # once to have it, then for more time
        assert server.count("DHCPDISCOVER") == 1
        assert server.count("DHCPDECLINE") == 0
        assert ping(_first, b"still", 2) == b"still"


def test_an_address_that_somebody_else_has_is_declined(image: Path, tmp_path: Path) -> None:
    with network() as tap, _serving(tap, tmp_path) as server:
        run("ip", "address", "add", f"{_first}/32", "dev", tap)
        with machine(image, tap, "this host is 0xa000033") as lines:
            assert any("is somebody else's" in line for line in lines)
            server.wait_for(f"DHCPDECLINE.*{_first}")
            assert ping(_second, b"hello", 1) == b"hello"
