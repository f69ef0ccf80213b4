# SPDX-License-Identifier: BSD-2-Clause
# Builds: network
# One run in 3, unless changed: components/net components/driver
"""What RFC 1122 demands of a host's link, IP, ICMP and UDP, provoked at its cable by a script."""

from __future__ import annotations

import random
import socket
import struct
from collections.abc import Iterator

import pytest
from cable import build, checksum, kernel_address, linux_address, machine, network
from scripted_peer import (
    Packet,
    ScriptedPeer,
    Sent,
    icmp,
    icmp_message,
    peer_address,
    peer_card,
    scripted_peer,
    to_all_card,
    transport_checksum,
    udp,
    with_checksum,
)

from flatland.testing.way_of_run import way_of_run

_echo_port, _closed_port, _own_port = 7, 9, 4000
_unreachable, _port_unreachable, _protocol_unreachable = 3, 3, 2
_more_fragments = 0x2000
_to_all = "10.0.0.255"
# Not 127.0.0.1: an answer would go to the kernel itself, and not be seen at the cable.
_impossible_sources = (_to_all, "255.255.255.255", "224.0.0.1", "0.0.0.0")


@pytest.fixture(scope="module")
def peer() -> Iterator[ScriptedPeer]:
    """At the cable of a kernel that sends datagrams to port 7 back."""
    image = build("network", *way_of_run("network"))
    with network() as tap, machine(image, tap, "come back"), scripted_peer(tap) as made:
        made.until_echo()
        yield made


def _datagram(port: int, data: bytes, header: Sent | None = None) -> bytes:
    content = struct.pack(">HHHH", _own_port, port, 8 + len(data), 0) + data
    return with_checksum(content, 6, header or Sent(udp))


def _send_datagram(peer: ScriptedPeer, port: int, data: bytes, header: Sent | None = None) -> None:
    peer.send(header or Sent(udp), _datagram(port, data, header))


def _is_datagram(packet: Packet) -> bool:
    return packet.protocol == udp


def _echo_request(data: bytes = b"script") -> bytes:
    return icmp_message(8, 0, 1, data)


def _heard_in_fragments(peer: ScriptedPeer, size: int) -> bytes:
    """What the kernel sends in fragments, in whatever order."""
    pieces: dict[int, bytes] = {}
    while sum(len(each) for each in pieces.values()) < size:
        packet = peer.hear()
        pieces[struct.unpack_from(">H", packet.header, 6)[0] & 0x1FFF] = packet.content
    return b"".join(pieces[place] for place in sorted(pieces))


def test_what_is_for_another_host_is_neither_taken_nor_forwarded(peer: ScriptedPeer) -> None:
    peer.questions.clear()
    peer.send(Sent(destination="10.0.0.99"), _echo_request())
    peer.send(Sent(destination="192.0.2.1"), _echo_request())
    assert peer.until_echo() == []
    assert peer.questions == []


def test_a_packet_of_another_version_is_dropped_in_silence(peer: ScriptedPeer) -> None:
    for version in (0, 3, 5, 6, 15):
        peer.send(Sent(version=version), _echo_request())
    assert peer.until_echo() == []


def test_a_packet_with_a_wrong_checksum_is_dropped_in_silence(peer: ScriptedPeer) -> None:
    for wrong in (1, 0x8000, 0x0100):
        peer.send(Sent(spoilt=wrong), _echo_request())
    assert peer.until_echo() == []


@pytest.mark.parametrize("source", _impossible_sources)
def test_a_packet_from_no_single_host_is_dropped_in_silence(
    peer: ScriptedPeer, source: str
) -> None:
    peer.send(Sent(source=source), _echo_request())
    _send_datagram(peer, _closed_port, b"?", Sent(udp, source=source))
    assert peer.until_echo() == []


@pytest.mark.parametrize("source", _impossible_sources)
def test_a_datagram_from_no_single_host_is_not_delivered(peer: ScriptedPeer, source: str) -> None:
    _send_datagram(peer, _echo_port, b"?", Sent(udp, source=source))
    assert peer.until_echo() == []


def test_what_a_host_sends_is_from_its_own_address(peer: ScriptedPeer) -> None:
    _send_datagram(peer, _echo_port, b"from whom?")
    packet = peer.hear(_is_datagram)
    assert (packet.source, packet.destination) == (kernel_address, peer_address)


@pytest.mark.parametrize("lifetime", [0, 1])
def test_a_packet_is_taken_whatever_lifetime_is_left(peer: ScriptedPeer, lifetime: int) -> None:
    assert peer.echo(Sent(lifetime=lifetime)).lifetime > 0


def test_nothing_is_sent_with_a_lifetime_of_0(peer: ScriptedPeer) -> None:
    _send_datagram(peer, _echo_port, b"how long?")
    assert peer.hear(_is_datagram).lifetime > 0
    _send_datagram(peer, _closed_port, b"how long?")
    assert peer.hear().lifetime > 0


@pytest.mark.parametrize("options", ["9e060000000000", "01010100", "5e045555", "8809000000000000"])
def test_unknown_options_are_ignored(peer: ScriptedPeer, options: str) -> None:
    padded = bytes.fromhex(options)
    peer.echo(Sent(options=padded + bytes(-len(padded) % 4)))


@pytest.mark.parametrize("kind", [0x83, 0x89])
def test_a_packet_whose_source_route_ends_here_is_taken(peer: ScriptedPeer, kind: int) -> None:
    ended = bytes([kind, 7, 8, 10, 0, 0, 9, 0])
    peer.echo(Sent(options=ended))


def test_a_packet_that_is_to_go_on_by_its_source_route_is_refused(peer: ScriptedPeer) -> None:
    under_way = bytes([0x83, 7, 4, 10, 0, 0, 88, 0])
    _send_datagram(peer, _echo_port, b"further", Sent(udp, options=under_way))
    failed_route = bytes([_unreachable, 5])
    assert peer.hear().content[:2] == failed_route
    assert "10.0.0.88" not in peer.questions


def test_the_reverse_source_route_is_not_taken(peer: ScriptedPeer) -> None:
    by_another = bytes([0x83, 7, 8, 10, 0, 0, 88, 0])
    answer = peer.echo(Sent(options=by_another))
    assert (answer.destination, len(answer.header)) == (peer_address, 20)
    assert "10.0.0.88" not in peer.questions


def test_packets_have_no_type_of_service(peer: ScriptedPeer) -> None:
    assert peer.echo(Sent(service=0xB8)).header[1] == 0


def test_a_redirect_of_the_gateways_changes_the_way_to_that_host(peer: ScriptedPeer) -> None:
    far = "10.9.9.8"
    header = Sent(udp, source=far)
    _send_datagram(peer, _echo_port, b"which way?", header)
    sent = peer.hear(lambda each: each.destination == far)
    told = int.from_bytes(socket.inet_aton(peer_address), "big")
    redirect, for_the_host = 5, 1
    message = icmp_message(redirect, for_the_host, told, sent.header + sent.content[:8])
    peer.send(Sent(source=linux_address), message)
    peer.until_echo()
    _send_datagram(peer, _echo_port, b"and now?", header)
    now = peer.hear(lambda each: each.destination == far)
    assert now.content[8:] == b"and now?"
    assert now.card == peer_card


def test_a_redirect_of_somebody_elses_changes_no_route(peer: ScriptedPeer) -> None:
    far, wrong = "10.9.9.9", "10.0.0.88"
    header = Sent(udp, source=far)
    _send_datagram(peer, _echo_port, b"which way?", header)
    sent = peer.hear(lambda each: each.destination == far)
    redirect, for_the_host = 5, 1
    told = int.from_bytes(socket.inet_aton(wrong), "big")
    quoted = sent.header + sent.content[:8]
    peer.send(Sent(), icmp_message(redirect, for_the_host, told, quoted))
    assert peer.until_echo() == []
    _send_datagram(peer, _echo_port, b"and now?", header)
    assert peer.hear(lambda each: each.destination == far).content[8:] == b"and now?"
    assert wrong not in peer.questions


def test_fragments_in_any_order_are_one_packet(peer: ScriptedPeer) -> None:
    data = random.Random(1).randbytes(3000)
    message = _echo_request(data)
    pieces = [(first, message[first : first + 800]) for first in range(0, len(message), 800)]
    random.Random(2).shuffle(pieces)
    number = Sent().number
    for first, piece in pieces:
        more = _more_fragments if first + len(piece) < len(message) else 0
        peer.send(Sent(number=number, fragment=more | first // 8), piece)
    assert _heard_in_fragments(peer, len(message)) == icmp_message(0, 0, 1, data)


def test_fragments_with_other_numbers_are_not_one_packet(peer: ScriptedPeer) -> None:
    message = _echo_request(bytes(64))
    peer.send(Sent(fragment=_more_fragments), message[:40])
    peer.send(Sent(fragment=5), message[40:])
    assert peer.until_echo() == []


@pytest.mark.parametrize("kind", [1, 2, 7, 19, 44, 255])
def test_an_unknown_message_of_icmp_is_dropped_in_silence(peer: ScriptedPeer, kind: int) -> None:
    peer.send(Sent(), icmp_message(kind, 0, 1, b"what is that?"))
    assert peer.until_echo() == []


def test_nobody_is_told_the_mask(peer: ScriptedPeer) -> None:
    peer.send(Sent(), icmp_message(17, 0, 1, bytes(4)))
    assert peer.until_echo() == []


def test_an_error_quotes_what_came_unchanged(peer: ScriptedPeer) -> None:
    header = Sent(udp)
    datagram = _datagram(_closed_port, b"quoted data", header)
    peer.send(header, datagram)
    error = peer.hear(lambda each: each.protocol == icmp)
    assert error.content[:2] == bytes([_unreachable, _port_unreachable])
    assert checksum(error.content) == 0
    assert error.content[8:].startswith(header.write(datagram)[:28])


def test_a_protocol_that_is_not_there_is_reported(peer: ScriptedPeer) -> None:
    peer.send(Sent(200), b"a protocol of its own")
    error = peer.hear(lambda each: each.protocol == icmp)
    assert error.content[:2] == bytes([_unreachable, _protocol_unreachable])


def test_there_is_no_error_about_an_error(peer: ScriptedPeer) -> None:
    quoted = Sent(udp).write(_datagram(_closed_port, b"?"))
    for kind in (3, 11, 12):
        peer.send(Sent(), icmp_message(kind, 0, 0, quoted))
        peer.send(Sent(), icmp_message(kind, 0, 0, b""))
    assert peer.until_echo() == []


@pytest.mark.parametrize("destination", [_to_all, "255.255.255.255"])
def test_there_is_no_error_about_what_went_to_all(peer: ScriptedPeer, destination: str) -> None:
    header = Sent(udp, destination=destination)
    peer.send(header, _datagram(_closed_port, b"?", header), to_all_card)
    assert peer.until_echo() == []


def test_there_is_no_error_about_a_frame_that_went_to_all(peer: ScriptedPeer) -> None:
    peer.send(Sent(udp), _datagram(_closed_port, b"?"), to_all_card)
    peer.send(Sent(200), b"a protocol of its own", to_all_card)
    assert peer.until_echo() == []


def test_there_is_no_error_about_a_later_fragment(peer: ScriptedPeer) -> None:
    peer.send(Sent(udp, fragment=1), _datagram(_closed_port, b"?"))
    assert peer.until_echo() == []


@pytest.mark.parametrize("destination", [_to_all, "255.255.255.255"])
def test_a_datagram_to_all_arrives(peer: ScriptedPeer, destination: str) -> None:
    header = Sent(udp, destination=destination)
    peer.send(header, _datagram(_echo_port, b"to all", header), to_all_card)
    packet = peer.hear(_is_datagram)
    assert packet.source == kernel_address
    assert packet.content[8:] == b"to all"


def test_an_echo_has_all_its_data_and_numbers(peer: ScriptedPeer) -> None:
    for size in (0, 1, 55, 1472):
        answer = peer.echo(Sent(), random.Random(size).randbytes(size))
        assert (answer.source, answer.destination) == (kernel_address, peer_address)


def test_frames_of_802_3_are_not_read_as_packets(peer: ScriptedPeer) -> None:
    packet = Sent().write(_echo_request())
    peer.send_frame(8 + len(packet), bytes.fromhex("aaaa030000000800") + packet)
    peer.send_frame(len(packet), packet)
    assert peer.until_echo() == []


def test_a_frame_with_a_trailer_is_no_packet(peer: ScriptedPeer) -> None:
    peer.send_frame(0x1001, Sent().write(_echo_request()))
    assert peer.until_echo() == []


def test_a_neighbour_who_does_not_answer_is_not_asked_for_each_packet(peer: ScriptedPeer) -> None:
    peer.questions.clear()
    for _ in range(100):
        peer.send(Sent(source="10.0.0.78"), _echo_request())
    assert peer.until_echo() == []
    assert peer.questions.count("10.0.0.78") < 10


def test_a_datagram_has_a_checksum(peer: ScriptedPeer) -> None:
    _send_datagram(peer, _echo_port, b"summed")
    packet = peer.hear(_is_datagram)
    assert packet.content[6:8] != bytes(2)
    assert transport_checksum(packet) == 0


def test_a_checksum_of_0_is_sent_as_its_other_form(peer: ScriptedPeer) -> None:
    rest = struct.unpack(">H", _datagram(_echo_port, bytes(2))[6:8])[0]
    _send_datagram(peer, _echo_port, struct.pack(">H", rest))
    packet = peer.hear(_is_datagram)
    assert packet.content[6:8] == b"\xff\xff"


def test_a_datagram_with_a_wrong_checksum_is_dropped_in_silence(peer: ScriptedPeer) -> None:
    for port in (_echo_port, _closed_port):
        datagram = bytearray(_datagram(port, b"spoilt"))
        datagram[-1] ^= 1
        peer.send(Sent(udp), bytes(datagram))
    assert peer.until_echo() == []


def test_a_datagram_without_a_checksum_is_taken(peer: ScriptedPeer) -> None:
    peer.send(Sent(udp), struct.pack(">HHHH", _own_port, _echo_port, 11, 0) + b"sum")
    assert peer.hear(_is_datagram).content[8:] == b"sum"


def test_an_answer_goes_back_from_the_port_that_was_asked(peer: ScriptedPeer) -> None:
    _send_datagram(peer, _echo_port, b"where?")
    assert struct.unpack(">HH", peer.hear(_is_datagram).content[:4]) == (_echo_port, _own_port)
