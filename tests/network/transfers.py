# SPDX-License-Identifier: BSD-2-Clause
"""Transfers 100 MB between two hosts by cables that are bad in one way each; tells what it took.

transfers.py [--bytes N] [CABLE...]; time is that of the machine, which QEMU does not wait for.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

kit = Path(__file__).resolve().parents[2]
hundred_megabytes = 100_000_000


@dataclass(frozen=True)
class Cable:
    """Of a thousand frames, each way, so many have each fate; how long each takes, one way."""

    lost: int = 0
    repeated: int = 0
    late: int = 0
    damaged: int = 0
    delay_us: int = 1


cables = {
    "1 % lost": Cable(lost=10),
    "5 % lost": Cable(lost=50),
    "20 % lost": Cable(lost=200),
    "10 % repeated": Cable(repeated=100),
    "10 % overtaken": Cable(late=100),
    "5 % damaged": Cable(damaged=50),
    "50 ms of delay": Cable(delay_us=50_000),
    "all of it": Cable(lost=20, repeated=20, late=20, damaged=20, delay_us=5000),
}

_assembly = """assembly Transferred extends NetworkTransferBad {{
    entry = demo.hosts.Transfer {{ bytes = {bytes} }};
    distance = net.links.DelayedLink {{ delay_us = {cable.delay_us} }};
    cable = net.links.LossyLink {{
        lost_per_mille = {cable.lost},
        repeated_per_mille = {cable.repeated},
        late_per_mille = {cable.late},
        damaged_per_mille = {cable.damaged}
    }};
}}
"""


@dataclass(frozen=True)
class Transfer:
    """What a transfer took, whose checksum was right."""

    ms: int
    sent: int  # segments of the sender
    sent_again: int
    damaged: int  # that the receiver has found


def transfer(cable: Cable, byte_count: int, timeout_s: int) -> Transfer:
    """Has a kernel transfer this many bytes by such a cable; RuntimeError when it fails."""
    with tempfile.TemporaryDirectory(prefix="flat-transfer-") as temporary:
        kernel = Path(temporary) / "kernels" / "transferred"
        kernel.mkdir(parents=True)
        (Path(temporary) / "flat.toml").write_text(f'kit = "{kit}"\n')
        text = _assembly.format(cable=cable, bytes=byte_count)
        (kernel / "transferred.flat").write_text(text)
        cards = '[cards]\ntransferred = ["virtio-net-pci", "virtio-net-pci"]\n'
        (kernel / "run.toml").write_text(cards)
        options = ("--stats", "--format", "json", "--timeout", str(timeout_s))
        words = [str(kit / "flat"), "run", "transferred", *options]
        done = subprocess.run(words, cwd=temporary, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{cable}: {done.returncode}\n{done.stdout}{done.stderr}")
    report = json.loads(done.stdout)
    (record,) = report["records"]
    if record["bytes"] != byte_count:
        raise RuntimeError(f"{cable}: {record}")
    near, far = (report["statistics"][name]["counts"] for name in ("tcp", "far_tcp"))
    return Transfer(record["ms"], near["sent"], near["sent_again"], far["malformed"])


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each cable."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=hundred_megabytes)
    parser.add_argument("cable", nargs="*", choices=[[], *cables])
    options = parser.parse_args(arguments)
    print("cable              seconds  segments  sent again  found damaged")
    for name in options.cable or cables:
        took = transfer(cables[name], options.bytes, 3600)
        print(
            f"{name:<16} {took.ms / 1000:>9.1f} {took.sent:>9} {took.sent_again:>11} "
            f"{took.damaged:>14}",
            flush=True,
        )


if __name__ == "__main__":
    main()
