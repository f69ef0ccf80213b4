# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/frames kernels/driver-domain
"""Frames between a kernel, by each card, and a foreign program."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest
from peer import Peer, count_bytes, echo, end, frame_bytes_max, frame_bytes_min, kernel

_frames = 3_000 if "FLAT_SEED" in os.environ else 10_000  # every size twice, or more often
_sizes = range(frame_bytes_min, frame_bytes_max + 1)
_cards = ["frames", "kernels/frames/e1000.flat", "kernels/frames/tulip.flat"]
_in_domains = ["driver-domain", "kernels/driver-domain/lrpc.flat"]
_hosted = "kernels/frames/hosted.flat"


def _text_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.read()


@pytest.mark.parametrize("name", [*_cards, *_in_domains, _hosted])
def test_no_frame_is_lost_and_both_ends_have_counted_the_same(name: str, tmp_path: Path) -> None:
    peer = Peer(tmp_path)
    with kernel(name, peer) as process:
        sizes = [_sizes[number % len(_sizes)] for number in range(_frames)]
        source = random.Random(17)
        frames = (peer.frame(echo, source.randbytes(size - 15), size) for size in sizes)
        assert peer.exchange(frames) == _frames
        total = sum(sizes)
        sent, sent_bytes, received, received_bytes, missed, wrong = peer.counts()
        assert (received, received_bytes) == (_frames + 1, total + count_bytes)
        assert (sent, sent_bytes) == (_frames, total)
        assert (missed, wrong) == (0, 0)
        peer.send(peer.frame(end))
        told = _text_of(process)
        assert process.wait() == 0
    assert f"received {_frames + 2} frames" in told
    assert "missed 0, damaged 0, not sent 0, not answered 0, misbehaved 0" in told


@pytest.mark.parametrize("name", ["frames", _hosted])
def test_what_is_no_request_is_left_alone(name: str, tmp_path: Path) -> None:
    peer = Peer(tmp_path)
    source = random.Random(18)
    with kernel(name, peer) as process:
        for _ in range(500):
            stranger = source.randbytes(source.randrange(0, 1514))
            peer.send((peer.kernel_address + stranger)[: source.randrange(1, 1600)])
        assert peer.exchange(iter([peer.frame(echo)])) == 1
        peer.send(peer.frame(end))
        told = _text_of(process)
    assert "not answered 0" in told
    assert "panic" not in told


def test_a_driver_that_fails_in_its_domain_is_made_anew(tmp_path: Path) -> None:
    peer = Peer(tmp_path)
    with kernel("kernels/driver-domain/frail.flat", peer) as process:
        for number in range(250):
            peer.insist(peer.frame(echo, number.to_bytes(2, "big")))
        peer.send(peer.frame(end))
        told = _text_of(process)
        assert process.wait() == 0
    assert told.count("domain cards has failed: made anew") == 2
    assert told.count("panic: page fault") == 2
    assert "demo::frames::FrailReceiver::received [frail]" in told


def test_two_kernels_at_one_cable_have_addresses_of_their_own(tmp_path: Path) -> None:
    from flatland.run.network import card_words

    one = card_words(["e1000"], [f"dgram:{tmp_path}/a,{tmp_path}/b"])
    other = card_words(["e1000"], [f"dgram:{tmp_path}/b,{tmp_path}/a"])
    assert one[3] != other[3]
