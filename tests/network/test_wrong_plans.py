# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/network
"""A wrong address plan and a missing card are errors with names when a kernel starts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from cable import kit, patience_s

_cards = ("virtio-net-pci", "virtio-net-pci")
_second = """
    ip = net.ip.Ipv4 {{ gateway = {gateway} }};
    ip.attachments -> [loopback.attachment, arp.attachment, second_arp.attachment];
    arp.ethernet -> ethernet.ethernet;
    arp.link -> card.link;
    ethernet.link -> card.link;
    card.receiver -> ethernet.receiver;
    card.device -> slot.device;
    second_arp = net.ip.Arp {{ own_address = {address}, prefix = 24 }};
    second_arp.ethernet -> second_ethernet.ethernet;
    second_arp.link -> second_card.link;
    second_ethernet = net.Ethernet;
    second_ethernet.link -> second_card.link;
    second_card = driver.VirtioNet;
    second_card.device -> second_slot.device;
    second_card.receiver -> second_ethernet.receiver;
    second_slot = bus.PciFunction;
"""
_plans = {
    "panic: two links have the address 0xa000002": _second.format(
        address="0x0a000002", gateway="0x0a000001"
    ),
    "panic: the networks of 0xa000002 and 0xa0000fe overlap": _second.format(
        address="0x0a0000fe", gateway="0x0a000001"
    ),
    "panic: no network of ours has the gateway 0xa010001": _second.format(
        address="0x0a000102", gateway="0x0a010001"
    ),
    "panic: 0xa0000ff with a prefix of 24 bits is no address of a host": _second.format(
        address="0x0a0000ff", gateway="0x0a000001"
    ),
}


def _said(folder: Path, body: str, cards: tuple[str, ...]) -> list[str]:
    """What a kernel of this body says at a machine with these cards."""
    kernel = folder / "kernels" / "planned"
    kernel.mkdir(parents=True)
    (folder / "flat.toml").write_text(f'kit = "{kit}"\n')
    text = f"assembly Planned extends WithNetwork {{{body}}}\n"
    (kernel / "planned.flat").write_text(text)
    names = ", ".join(f'"{each}"' for each in cards)
    (kernel / "run.toml").write_text(f"[cards]\nplanned = [{names}]\n")
    words = [str(kit / "flat"), "run", "planned", "--timeout", str(patience_s)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0, done.stdout
    return done.stdout.splitlines()


@pytest.mark.parametrize("error", _plans)
def test_a_wrong_plan_ends_the_kernel(tmp_path: Path, error: str) -> None:
    assert error in _said(tmp_path, _plans[error], _cards)


def test_a_card_that_is_missing_is_named(tmp_path: Path) -> None:
    assert "virtio-net: there is no such card" in _said(tmp_path, "", ())


def test_a_second_card_that_is_missing_is_named(tmp_path: Path) -> None:
    second = _second.format(address="0x0a000102", gateway="0x0a000001")
    assert "virtio-net: there is no such card" in _said(tmp_path, second, _cards[:1])
