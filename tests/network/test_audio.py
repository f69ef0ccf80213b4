# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/router
# One run in 3, unless changed: components/router components/net components/driver kernels/router
"""A kernel gives audio less room on a loaded link, by a PlanP program."""

from __future__ import annotations

import random
import select
import socket
import subprocess
import sys
import time

from cable import kit, patience_s
from two_networks import between, other_address, reach

from flatland.testing.way_of_run import way_of_run

_program = str(kit / "kernels" / "router" / "audio.flat")
_stereo, _mono, _coarse = 5004, 5005, 5006
_samples = random.Random(26).randbytes(1200)
_listener = """
import select, socket
ports = [5004, 5005, 5006]
sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in ports]
for each, port in zip(sockets, ports):
    each.bind(("0.0.0.0", port))
print("ready")
while True:
    for each in select.select(sockets, [], [])[0]:
        print(ports[sockets.index(each)], each.recv(2000).hex())
"""


def _played(pause_s: float, until: int, listener: subprocess.Popen[str]) -> str:
    """Plays audio with pauses until some comes to a port; what has come there."""
    end = time.monotonic() + patience_s
    assert listener.stdout
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        while time.monotonic() < end:
            for _ in range(1 if pause_s else 30):
                udp.sendto(_samples, (other_address, _stereo))
                left = max(0, end - time.monotonic())
                assert select.select([listener.stdout], [], [], left)[0], "nothing came at all"
                port, data = listener.stdout.readline().split()
                if int(port) == until:
                    return data
            time.sleep(pause_s)
    raise AssertionError(f"nothing came to port {until}")


def test_a_loaded_link_gets_one_channel_and_a_full_one_coarse_samples() -> None:
    left = b"".join(_samples[i : i + 2] for i in range(0, len(_samples), 4))
    with between(_program, way_of_run(_program)) as inside:
        reach(other_address)
        words = [*inside, sys.executable, "-u", "-c", _listener]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as listener:
            try:
                assert listener.stdout and listener.stdout.readline() == "ready\n"
                assert _played(0.3, _stereo, listener) == _samples.hex()
                assert _played(0, _coarse, listener) == left[::2].hex()
                assert _played(0.3, _stereo, listener) == _samples.hex()
                assert _played(0.012, _mono, listener) == left.hex()
            finally:
                listener.kill()
