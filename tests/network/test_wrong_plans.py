# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/network
"""A wrong address plan and a missing card are errors with names when a kernel starts."""

from __future__ import annotations

import json
import re
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
_far = _second.format(address="0x0a000102", gateway="0x0a000001")
_missing = "virtio-net: there is no such card"
_plans = {
    "twice": (
        *("panic: two links have the address 0xa000002", _cards),
        _second.format(address="0x0a000002", gateway="0x0a000001"),
    ),
    "overlap": (
        *("panic: the networks of 0xa000002 and 0xa0000fe overlap", _cards),
        _second.format(address="0x0a0000fe", gateway="0x0a000001"),
    ),
    "gateway": (
        *("panic: no network of ours has the gateway 0xa010001", _cards),
        _second.format(address="0x0a000102", gateway="0x0a010001"),
    ),
    "broadcast": (
        *("panic: 0xa0000ff with a prefix of 24 bits is no address of a host", _cards),
        _second.format(address="0x0a0000ff", gateway="0x0a000001"),
    ),
    "no-card": (_missing, (), ""),
    "one-card": (_missing, _cards[:1], _far),
}
"""What each kernel says, the cards of its machine, and the body of its assembly."""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all of these kernels, which share what they are linked from."""
    folder = tmp_path_factory.mktemp("plans")
    kernels = folder / "kernels" / "planned"
    kernels.mkdir(parents=True)
    (folder / "flat.toml").write_text(f'kit = "{kit}"\n')
    cards = ["[cards]"]
    for name, (_, own, body) in _plans.items():
        assembly = name.title().replace("-", "")
        text = f"assembly {assembly} extends WithNetwork {{{body}}}\n"
        (kernels / f"{name}.flat").write_text(text)
        cards.append(f"{name} = [{', '.join(json.dumps(each) for each in own)}]")
    (kernels / "run.toml").write_text("\n".join(cards) + "\n")
    return folder


@pytest.mark.parametrize("name", _plans)
def test_a_wrong_plan_is_said_when_the_kernel_starts(workspace: Path, name: str) -> None:
    said, _, _ = _plans[name]
    words = [str(kit / "flat"), "run", f"kernels/planned/{name}.flat"]
    words += ["--until", f"^{re.escape(said)}$", "--timeout", str(patience_s)]
    done = subprocess.run(words, cwd=workspace, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
