# SPDX-License-Identifier: BSD-2-Clause
"""Routers of Linux one after the other, behind the Linux at the other end of a kernel's cable."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from cable import run

second_hop, far_host = "10.0.1.2", "10.0.2.2"
beside_gateway = "10.0.3.1"
"""What a host beside the kernel has as its gateway, in a network of its own."""

_settings = {
    "ip_forward": "1",
    "icmp_ratelimit": "0",
    "ping_group_range": "0 65535",
}


def _set(inside: list[str]) -> None:
    for name, value in _settings.items():
        run(*inside, "sh", "-c", f"echo {value} > /proc/sys/net/ipv4/{name}")


@contextmanager
def _host(name: str, network: str, before: list[str], cable: str) -> Iterator[list[str]]:
    """A namespace at the end of a cable from another one; how to run commands there."""
    name = f"flat-{os.getpid()}-{name}"
    run("ip", "netns", "add", name)
    inside = ["ip", "netns", "exec", name]
    try:
        run(*inside, "ip", "link", "set", "lo", "up")
        run("ip", "link", "add", cable, "type", "veth", "peer", "name", "in", "netns", name)
        if before:
            run("ip", "link", "set", cable, "netns", before[-1])
        for where, device, address in ((before, cable, 1), (inside, "in", 2)):
            run(*where, "ip", "address", "add", f"{network}.{address}/24", "dev", device)
            run(*where, "ip", "link", "set", device, "up")
        run(*inside, "ip", "route", "add", "default", "via", f"{network}.1")
        _set(inside)
        yield inside
    finally:
        run("ip", "netns", "delete", name)


@contextmanager
def hops() -> Iterator[list[str]]:
    """This namespace becomes a router, the next one on the way to `far_host`, the third hop.

    Yields how to run commands on a Linux that is as far from there as the kernel is.
    """
    _set([])
    with ExitStack() as hosts:
        second = hosts.enter_context(_host("second", "10.0.1", [], "second"))
        hosts.enter_context(_host("far", "10.0.2", second, "far"))
        run("ip", "route", "add", "10.0.2.0/24", "via", second_hop)
        yield hosts.enter_context(_host("beside", "10.0.3", [], "beside"))


def told_on_linux(inside: list[str], program: Path, *arguments: str) -> list[str]:
    """What a program says on the Linux beside the kernel."""
    return run(*inside, program, *arguments).splitlines()
