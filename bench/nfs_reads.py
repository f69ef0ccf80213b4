#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""How long a kernel takes to read a file of an NFS server at the end of a long cable.

Usage: bench/nfs_reads.py [--mib 4] [--delay-us 20000] [--reads 1 2 4 8]

The server is nfs-ganesha in a network namespace, for which it needs root; the kernel is DiskNfs in
QEMU with a `net.links.DelayedLink`, whose delay is that of one way. The file is read once by each
kernel, which makes so many calls at once. The time is the host's; most of it is the cable's.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import zlib
from pathlib import Path

kit = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(kit / "tests/network"), str(kit / "tools/cli")]

from cable import build, network  # noqa: E402
from nfs_peer import address_of, ganesha, shell  # noqa: E402

_assembly = """// SPDX-License-Identifier: BSD-2-Clause
assembly FarNfs extends DiskNfs {{
    exports = fs.nfs.Nfs {{ reply_ms = 20000, patience_ms = 60000, reads = {reads} }};
    cable = net.links.DelayedLink {{ delay_us = {delay_us} }};
    cable.link -> card.link;
    cable.above -> ethernet.receiver;
    card.receiver -> cable.receiver;
    ethernet.link -> cable.delayed;
    arp.link -> cable.delayed;
}}
"""


def kernel(work: Path, reads: int, delay_us: int) -> Path:
    """The image of a kernel that makes so many calls at once over such a cable."""
    folder = work / "kernels" / f"far{reads}"
    folder.mkdir(parents=True)
    file = folder / f"far{reads}.flat"
    file.write_text(_assembly.format(reads=reads, delay_us=delay_us))
    return build(str(file))


def seconds_to_read(image: Path, folder: Path, name: str) -> float:
    """How long the shell's `checksum` of a file takes; what it says must be right."""
    data = (folder / name).read_bytes()
    with network() as tap, ganesha(folder), shell(image, tap) as started:
        said = started.says("mkdir m", f"mount {address_of(folder)} m", "ls m", within_s=300)
        assert any(line.endswith(name) for line in said), said
        begin = time.monotonic()
        said = started.says(f"checksum m/{name}", within_s=600)
        taken = time.monotonic() - begin
        assert said == [f"checksum {zlib.crc32(data):#x} of {len(data)} bytes"], said
    return taken


def main() -> None:
    """Prints a line for each number of calls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mib", type=int, default=4)
    parser.add_argument("--delay-us", type=int, default=20_000)
    parser.add_argument("--reads", type=int, nargs="+", default=[1, 2, 4, 8])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        exported = work / "exported"
        exported.mkdir()
        (exported / "file").write_bytes(random.Random(1).randbytes(asked.mib << 20))
        images = {reads: kernel(work, reads, asked.delay_us) for reads in asked.reads}
        print(f"{asked.mib} MiB, {2 * asked.delay_us / 1000:g} ms there and back")
        for reads, image in images.items():
            taken = seconds_to_read(image, exported, "file")
            print(f"{reads} at once: {taken:.1f} s, {(asked.mib << 10) / taken:.0f} KiB/s")


if __name__ == "__main__":
    main()
