# SPDX-License-Identifier: BSD-2-Clause
"""The network cards of a machine, and what is at the other end of their cables.

A cable is `dgram:OWN,OTHER`, frames as datagrams from one UNIX socket to another, both named by
their paths; `tap:NAME`, an interface of the host's; or, in a machine, `user:PORT-PORT,...`: what
comes to ports of the host's loopback goes to ports of the kernel's, if that has the address of
`WithNetwork`. Cards without one share a cable: the first, or that whose number the card's model
ends with, as in `e1000@1`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from flatland.errors import UsageError, failure
from flatland.run.command import option_path

_first_address = 0x525400123456  # QEMU's own for a first card; those after it count up
_kernel_address = "10.0.0.2"  # that of `WithNetwork`
_user_network = "net=10.0.0.0/24,host=10.0.0.1,ipv6=off,restrict=on"  # nothing leaves it
_socket_path_max = 107  # unix(7)


def check(cables: Sequence[str]) -> None:
    """Refuses what describes no cable."""
    for cable in cables:
        kind, _, rest = cable.partition(":")
        ends = rest.split(",")
        if kind == "tap" and rest and len(ends) == 1:
            continue
        if kind == "user" and all(map(_is_forwarded, ends)):
            continue
        if kind == "dgram" and len(ends) == 2 and all(ends):
            if max(len(end.encode()) for end in ends) <= _socket_path_max:
                continue
            raise UsageError(
                "F0816",
                f"a path in `{cable}` is longer than that of a socket can be",
                help=f"at most {_socket_path_max} bytes: a folder in /tmp is short",
            )
        raise UsageError(
            "F0816",
            f"`{cable}` is no cable of a network",
            help="there are `dgram:OWN,OTHER`, two paths of UNIX sockets, `tap:NAME`, and "
            "`user:PORT-PORT`, a port of this host and one of the kernel",
        )


def _is_forwarded(ports: str) -> bool:
    """Whether it is two ports, of the host and of the kernel."""
    both = ports.split("-")
    return len(both) == 2 and all(
        each.isascii() and each.isdigit() and 0 < int(each) < 1 << 16 for each in both
    )


def card_words(models: Sequence[str], cables: Sequence[str]) -> list[str]:
    """QEMU's words for cards of these models, each with its cable."""
    if len(cables) > len(models):
        raise failure(
            "F0817",
            f"there are {len(cables)} cables for {_cards(len(models))}",
            help="the cards of a machine are in the kernel's run.toml, under [cards]",
        )
    words = []
    for number, card in enumerate(models):
        cable = cables[number] if number < len(cables) else None
        model, _, shared = card.partition("@")
        words += ["-netdev", netdev(f"net{number}", cable, shared or "0")]
        words += ["-device", f"{model},netdev=net{number},mac={_address(number, cable)}"]
    return words


def capture_words(models: Sequence[str], file: Path | None) -> list[str]:
    """QEMU's words to keep what goes by the first card's cable in a file, as libpcap writes it."""
    if file is None:
        return []
    if not models:
        raise failure(
            "F0817",
            "there is no card whose frames could be captured",
            help="the cards of a machine are in the kernel's run.toml, under [cards]",
        )
    return ["-object", f"filter-dump,id=capture,netdev=net0,file={option_path(file)}"]


def environment(cables: Sequence[str]) -> dict[str, str]:
    """What tells a process of its cables (dimensions/platform/linux/link.hpp)."""
    for cable in cables:
        if cable.startswith("user:"):
            raise failure(
                "F0816",
                f"`{cable}` is a cable of machines, and this kernel is a process",
                help="run it for another target, as in `-t x86_64`",
            )
    return {f"FLAT_NET_{number}": cable for number, cable in enumerate(cables)}


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def netdev(name: str, cable: str | None, shared: str = "0") -> str:
    """QEMU's words for the other end of a cable, or, without one, for the cable of a number."""
    if cable is None:
        return f"hubport,id={name},hubid={shared}"
    kind, _, rest = cable.partition(":")
    if kind == "tap":
        # QEMU 7.2 would keep headers of virtio before the frames of a capture.
        return f"tap,id={name},ifname={rest},script=no,downscript=no,vnet_hdr=off"
    if kind == "user":
        return f"user,id={name},{_user_network}," + ",".join(map(_forwarding, rest.split(",")))
    own, other = rest.split(",")
    return f"dgram,id={name},local.type=unix,local.path={own},remote.type=unix,remote.path={other}"


def _forwarding(ports: str) -> str:
    own, other = ports.split("-")
    return f"hostfwd=tcp:127.0.0.1:{own}-{_kernel_address}:{other}"


def _address(number: int, cable: str | None) -> str:
    """A card's hardware address, by its number, or by its cable, where others may be."""
    address = _first_address + number
    if cable is not None:
        address = 0x525400 << 24 | int.from_bytes(
            hashlib.sha256(cable.encode()).digest()[:3], "big"
        )
    return address.to_bytes(6, "big").hex(":")
