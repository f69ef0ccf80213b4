# SPDX-License-Identifier: BSD-2-Clause
# Builds: network-page
# One run in 3, unless changed: components/net components/driver
"""What RFC 9293 demands of TCP, provoked at the cable of a kernel that serves pages by a script."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator

import pytest
from cable import build, kernel_address, machine, network
from scripted_peer import (
    Packet,
    ScriptedPeer,
    Sent,
    icmp_message,
    peer_address,
    scripted_peer,
    tcp,
    to_all_card,
)
from scripted_stream import (
    Segment,
    Stream,
    ack,
    fin,
    mss_option,
    psh,
    read_segment,
    rst,
    syn,
    urg,
    write_segment,
)

from flatland.testing.way_of_run import way_of_run

_get = b"GET /%d HTTP/1.0\r\n\r\n"
_first = 1000
_largest = 1460
_ports = itertools.count(20000)


@pytest.fixture(scope="module")
def peer() -> Iterator[ScriptedPeer]:
    """At the cable of a kernel that serves pages at port 80."""
    image = build("network-page", *way_of_run("network-page"))
    with network() as tap, machine(image, tap, "pages are"), scripted_peer(tap) as made:
        made.until_echo()
        yield made


@pytest.fixture
def stream(peer: ScriptedPeer) -> Iterator[Stream]:
    """A port of the peer's; what has become a connection is reset at the end, and all heard."""
    made = Stream(peer, next(_ports))
    yield made
    made.reset()
    peer.until_echo()


def _ask(stream: Stream, size: int, options: bytes = b"", window: int = 65535) -> Segment:
    """Connects and asks for so many bytes; the first data of the answer."""
    stream.connect(options, window)
    stream.send(ack | psh, _get % size)
    return stream.hear_data()


def test_segments_have_right_checksums(stream: Stream) -> None:
    _ask(stream, 5000)  # `read_segment` looks at them
    assert stream.hear_data().data


def test_a_segment_with_a_wrong_checksum_is_dropped_in_silence(
    peer: ScriptedPeer, stream: Stream
) -> None:
    spoilt = bytearray(write_segment((stream.port, 80), _first, 0, syn))
    spoilt[16] ^= 1
    peer.send(Sent(tcp), bytes(spoilt))
    assert peer.until_echo() == []


def test_segments_are_as_long_as_the_option_says(stream: Stream) -> None:
    assert len(_ask(stream, 5000, mss_option(400)).data) <= 400
    assert len(stream.hear_data().data) == 400


def test_options_may_begin_at_any_byte(stream: Stream) -> None:
    _ask(stream, 5000, b"\1\1\1" + mss_option(400) + b"\1")
    assert len(stream.hear_data().data) == 400


def test_unknown_options_are_ignored(stream: Stream) -> None:
    _ask(stream, 5000, bytes([77, 6]) + bytes(4) + mss_option(400) + bytes([78, 2]))
    assert len(stream.hear_data().data) == 400


def test_options_come_in_any_segment(stream: Stream) -> None:
    stream.connect()
    stream.send(ack | psh, _get % 100, options=bytes([77, 6]) + bytes(4) + b"\1\1")
    assert stream.hear_data().data


@pytest.mark.parametrize("lie", ["02", "0200", "0201", "02ff", "4d00", "4dff", "010102"])
def test_options_that_lie_about_their_length_do_no_harm(
    peer: ScriptedPeer, stream: Stream, lie: str
) -> None:
    options = bytes.fromhex(lie)
    stream.send(syn, options=options.rjust((len(options) + 3) // 4 * 4, b"\1"))
    for packet in peer.until_echo():
        assert read_segment(packet).flags == syn | ack


def test_the_size_is_told_in_the_first_segment(stream: Stream) -> None:
    assert stream.connect(mss_option(_largest)).largest == _largest


def test_the_size_is_told_in_no_other_segment(stream: Stream) -> None:
    assert _ask(stream, 5000, mss_option(_largest)).largest is None
    assert stream.hear_data().largest is None


def test_the_size_is_that_of_what_can_come_in_one_frame(stream: Stream) -> None:
    stream.connect(mss_option(536))
    request = (_get % 100).rjust(_largest, b"?")
    stream.send(ack | psh, request)
    assert stream.hear().acknowledgement == stream.sequence


def test_without_the_option_segments_are_of_536_bytes(stream: Stream) -> None:
    _ask(stream, 5000)
    assert len(stream.hear_data().data) == 536


def test_segments_are_not_longer_than_frames_allow(stream: Stream) -> None:
    _ask(stream, 20000, mss_option(9000))
    assert len(stream.hear_data().data) == _largest


def test_a_window_has_no_sign(stream: Stream) -> None:
    assert _ask(stream, 100, window=0xFFFF).data


def test_first_numbers_differ_and_go_on(stream: Stream, peer: ScriptedPeer) -> None:
    one = stream.connect().sequence
    stream.reset()
    again = stream.connect().sequence
    assert 0 < (again - one) % (1 << 32) < 1 << 31
    other = Stream(peer, next(_ports))
    assert abs(other.connect().sequence - again) > 250_000
    other.reset()


def test_a_listener_serves_on_while_many_are_connected(peer: ScriptedPeer) -> None:
    streams = [Stream(peer, next(_ports)) for _ in range(8)]
    firsts = [each.connect() for each in streams]
    assert {each.flags for each in firsts} == {syn | ack}
    streams[5].send(ack | psh, b"?")
    assert streams[5].hear().acknowledgement == streams[5].sequence
    for each in streams:
        each.reset()


def test_the_first_to_close_acknowledges_the_last_segment_again(stream: Stream) -> None:
    last = _ask(stream, 0)
    while not last.flags & fin:
        last = stream.hear()
    stream.acknowledge(last)
    stream.send(ack | fin)
    assert stream.hear().acknowledgement == stream.sequence
    stream.send(ack | fin, at=stream.sequence - 1)
    assert stream.hear().acknowledgement == stream.sequence


def test_a_shrinking_window_ends_no_connection(peer: ScriptedPeer, stream: Stream) -> None:
    first = _ask(stream, 20000, mss_option(1000), window=4000)
    assert stream.segments(peer.until_echo())[-1].end - first.sequence > 2000
    stream.acknowledge(first, window=500)
    peer.until_echo()
    stream.send(ack, window=65535)
    assert stream.hear_data().data


def _filled(stream: Stream) -> int:
    """Asks for more than a window of 1000 bytes has room for, and closes it; the next number."""
    segment = _ask(stream, 20000, mss_option(1000), window=1000)
    begin = segment.sequence
    while segment.end - begin < 1000:
        segment = stream.hear_data()
    stream.acknowledge(segment, window=0)
    return segment.end


def test_a_closed_window_is_probed(stream: Stream) -> None:
    closed_at = _filled(stream)
    probe = stream.hear_data()
    assert probe.sequence == closed_at
    assert len(probe.data) == 1


def test_a_closed_window_is_probed_for_as_long_as_it_is_answered(stream: Stream) -> None:
    closed_at = _filled(stream)
    for _ in range(3):
        assert stream.hear_data().sequence == closed_at
        stream.send(ack, window=0)
    stream.send(ack, window=65535)
    while len(stream.hear_data().data) == 1:
        pass


def test_in_a_closed_window_a_reset_counts(peer: ScriptedPeer, stream: Stream) -> None:
    _filled(stream)
    stream.reset()
    peer.until_echo()
    stream.send(ack, b"gone?")
    assert stream.hear(lambda each: bool(each.flags & rst)).sequence == stream.acknowledged


def test_small_parts_of_a_window_are_not_used(peer: ScriptedPeer, stream: Stream) -> None:
    _filled(stream)
    stream.send(ack, window=10)
    assert all(len(each.data) <= 1 for each in stream.segments(peer.until_echo()))


def test_at_the_beginning_little_is_sent_and_more_for_each_acknowledgement(
    peer: ScriptedPeer, stream: Stream
) -> None:
    first = _ask(stream, 100_000, mss_option(1000))
    flight = [first, *stream.segments(peer.until_echo())]
    assert flight[-1].end - first.sequence <= 10 * 1000
    stream.acknowledge(flight[0])
    stream.acknowledge(flight[1])
    more = stream.segments(peer.until_echo())
    grown = more[-1].end - flight[1].end
    assert flight[-1].end - first.sequence < grown <= 12 * 1000


def test_what_is_not_acknowledged_is_sent_again(peer: ScriptedPeer, stream: Stream) -> None:
    first = _ask(stream, 20)
    peer.until_echo()
    again = stream.hear_data()
    assert again.sequence == first.sequence
    assert again.data.startswith(first.data)


def test_a_first_answer_that_is_lost_is_sent_again(stream: Stream) -> None:
    stream.send(syn)
    one = stream.hear()
    assert one.flags == syn | ack
    again = stream.hear()
    assert (again.flags, again.sequence) == (one.flags, one.sequence)


def test_what_comes_is_acknowledged_soon(stream: Stream) -> None:
    stream.connect()
    stream.send(ack | psh, b"G")
    assert stream.hear().acknowledgement == stream.sequence


def test_what_comes_early_is_kept_and_asked_for_what_precedes_it(stream: Stream) -> None:
    stream.connect()
    request = _get % 100
    begin = stream.sequence
    stream.send(ack | psh, request[5:], at=begin + 5)
    assert stream.hear().acknowledgement == begin
    stream.send(ack | psh, request[:5], at=begin)
    assert stream.hear_data().acknowledgement == begin + len(request)


def test_the_last_of_what_is_sent_is_pushed(stream: Stream) -> None:
    segment = _ask(stream, 20)
    while not segment.flags & fin:
        assert not segment.data or segment.flags & psh
        stream.acknowledge(segment)
        segment = stream.hear()


def test_options_of_ip_are_ignored(peer: ScriptedPeer, stream: Stream) -> None:
    segment = write_segment((stream.port, 80), _first, 0, syn)
    peer.send(Sent(tcp, options=bytes.fromhex("9e04000001010100")), segment)
    assert stream.hear().flags == syn | ack


def _quoted(stream: Stream) -> bytes:
    """A segment of the kernel's, as an error about it has it."""
    head = Sent(tcp, kernel_address, peer_address).write(bytes(8))[:20]
    return head + struct.pack(">HHI", 80, stream.port, stream.acknowledged)


@pytest.mark.parametrize("code", [0, 1, 5])
def test_soft_errors_end_no_connection(peer: ScriptedPeer, stream: Stream, code: int) -> None:
    stream.connect()
    peer.send(Sent(), icmp_message(3, code, 0, _quoted(stream)))
    stream.send(ack | psh, _get % 100)
    assert stream.hear_data().data


def test_source_quench_changes_nothing(peer: ScriptedPeer, stream: Stream) -> None:
    stream.connect()
    peer.send(Sent(), icmp_message(4, 0, 0, _quoted(stream)))
    stream.send(ack | psh, _get % 100)
    assert stream.hear_data().data


def test_after_an_error_that_says_so_segments_are_shorter(
    peer: ScriptedPeer, stream: Stream
) -> None:
    first = _ask(stream, 20000, mss_option(_largest))
    stream.acknowledge(first)
    peer.until_echo()
    peer.send(Sent(), icmp_message(3, 4, 1000, _quoted(stream)))
    shorter = stream.hear_data()
    while len(shorter.data) > 1000 - 40:
        shorter = stream.hear_data()
    assert shorter.data


@pytest.mark.parametrize("destination", ["10.0.0.255", "255.255.255.255", "224.0.0.1"])
def test_a_segment_to_many_is_dropped_in_silence(
    peer: ScriptedPeer, stream: Stream, destination: str
) -> None:
    header = Sent(tcp, destination=destination)
    for port in (80, 81):
        segment = write_segment((stream.port, port), _first, 0, syn, header=header)
        peer.send(header, segment, to_all_card)
    assert peer.until_echo() == []


# Not 127.0.0.1: an answer would go to the kernel itself, and not be seen at the cable.
@pytest.mark.parametrize("source", ["10.0.0.255", "255.255.255.255", "224.0.0.1"])
def test_a_first_segment_from_no_single_host_is_dropped_in_silence(
    peer: ScriptedPeer, stream: Stream, source: str
) -> None:
    header = Sent(tcp, source)
    peer.send(header, write_segment((stream.port, 80), _first, 0, syn, header=header))
    assert peer.until_echo() == []


def test_all_options_have_a_right_length(stream: Stream) -> None:
    asked = mss_option(_largest) + bytes([1, 3, 3, 7, 4, 2, 8, 10]) + bytes(8) + b"\1\1"
    assert set(stream.connect(asked).options) == {2, 3, 4, 8}


def test_headers_end_in_zeros_or_options(peer: ScriptedPeer) -> None:
    for asked in (b"", mss_option(500), bytes([1, 3, 3, 7]), bytes([4, 2, 1, 1])):
        stream = Stream(peer, next(_ports))
        assert stream.connect(asked).padding in (b"", bytes(1), bytes(2), bytes(3))
        stream.reset()


@pytest.mark.parametrize("pointer", [0, 1, 1000, 65535])
def test_wherever_urgent_data_are_said_to_end_they_are_data(stream: Stream, pointer: int) -> None:
    stream.connect()
    stream.send(ack | psh | urg, _get % 100, urgent=pointer)
    assert stream.hear_data().acknowledgement == stream.sequence


def test_a_stream_does_not_take_the_reverse_source_route(
    peer: ScriptedPeer, stream: Stream
) -> None:
    by_another = bytes([0x83, 7, 8, 10, 0, 0, 88, 0])
    peer.send(Sent(tcp, options=by_another), write_segment((stream.port, 80), _first, 0, syn))
    assert stream.hear().flags == syn | ack  # in a packet without options
    assert "10.0.0.88" not in peer.questions


def _is_segment(packet: Packet) -> bool:
    return packet.protocol == tcp


def test_where_nobody_listens_segments_are_refused_but_resets_are_not(peer: ScriptedPeer) -> None:
    port = next(_ports)
    peer.send(Sent(tcp), write_segment((port, 81), _first, 0, syn))
    refused = read_segment(peer.hear(_is_segment))
    assert (refused.flags, refused.acknowledgement) == (rst | ack, _first + 1)
    peer.send(Sent(tcp), write_segment((port, 81), _first, 5000, ack))
    refused = read_segment(peer.hear(_is_segment))
    assert (refused.flags, refused.sequence) == (rst, 5000)
    peer.send(Sent(tcp), write_segment((port, 81), _first, 5000, rst))
    assert peer.until_echo() == []
