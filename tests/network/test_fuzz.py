# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/net components/remote components/fs/nfs components/rpc
# Builds: network kernels/disk/nfs.flat kernels/distributed
# One run in 3, unless changed: components/net components/remote/shared
"""The protocols of a host are given random frames, its clients random answers, under sanitizers."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

from cable import build, here, kit

from flatland.builder.linked import unit_named, units_of
from flatland.testing.libfuzzer import fuzz, includes_of

_runs = 5_000

_protocols = """// SPDX-License-Identifier: BSD-2-Clause
// The protocols of a host, for the headers of their components.
assembly FuzzedHost extends Threads {
    ring = demo.hosts.EchoServer;
    sockets = net.sockets.InternetSockets;
    udp = net.ip.Udp;
    tcp = net.tcp.Tcp;
    icmp = net.ip.Icmp;
    echo = net.ip.Echo;
    raw = net.ip.Raw;
    ip = net.ip.Ipv4;
    loopback = net.ip.Loopback;
    alarms = thread.TimingWheel;
    threads.timer -> alarms.shared;
    alarms.timer -> timer.timer;
    sockets.udp -> udp.udp;
    sockets.tcp -> tcp.tcp;
    buffers = net.buffers.DmaBuffers;
    dma = memory.Dma;
    allocator = memory.General;
    space = mapping.Flat;
    physical = mapping.Physical;
    target hosted;
}
"""


def _piece(kind: int, data: bytes) -> bytes:
    return bytes([kind, len(data) // 2]) + data


def _seeds() -> dict[str, bytes]:
    card, own = bytes.fromhex("525400000002"), bytes.fromhex("0a000002")
    arp = struct.pack(">HHBBH", 1, 0x800, 6, 4, 1) + card + bytes.fromhex("0a000001")
    arp += bytes(6) + own
    udp = struct.pack(">HHHH", 4000, 7, 12, 0) + b"data"
    icmp = struct.pack(">BBHHH", 8, 0, 0, 1, 1) + b"echo"
    quoted = bytes.fromhex("4500001c000000004011000000000000") + own + udp[:8]
    syn = struct.pack(">HHIIBBHHH", 7, 7, 1000, 0, 0x60, 2, 8192, 0, 0) + b"\2\4\5\xb4"
    ack = struct.pack(">HHIIBBHHH", 7, 7, 1001, 0, 0x50, 16, 8192, 0, 0) + b"data"
    end = struct.pack(">HHIIBBHHH", 7, 7, 1005, 0, 0x50, 17, 8192, 0, 0)
    first = bytes([9, 0x20, 0]) + udp + b"\0"
    last = bytes([9, 0, 2]) + b"tail\0"
    ended_route, record = bytes.fromhex("8307080a00000900"), bytes.fromhex("0707040000000000")
    echo_with, syn_with = bytes([4]) + ended_route + record, bytes([11 + 2]) + ended_route
    return {
        "echo with options": _piece(7, echo_with + icmp + b"\0"),
        "tcp with options": _piece(1, arp) + _piece(7, syn_with + syn + b"\0") + _piece(5, ack),
        "arp": _piece(1, arp) + _piece(6, udp),
        "udp": _piece(6, udp) * 2,
        "tcp": _piece(1, arp) + _piece(5, syn) + _piece(5, ack) + _piece(5, end),
        "echo": _piece(3, icmp),
        "answer": _piece(3, struct.pack(">BBHHH", 0, 0, 0, 7, 1) + b"echo"),
        "error": _piece(3, struct.pack(">BBHI", 3, 4, 0, 1400) + quoted),
        "fragments": _piece(4, first) + _piece(4, last) + _piece(4, b"\1\1"),
        "refused": _piece(6, udp.replace(b"\0\7", b"\0\x09")),
    }


def test_random_frames_do_no_harm(tmp_path: Path) -> None:
    folder = kit / "build" / "tests" / "network"
    folder.mkdir(parents=True, exist_ok=True)
    assembly = folder / "fuzzed-host.flat"
    assembly.write_text(_protocols, encoding="utf-8")
    units = units_of(build(str(assembly)))
    includes: list[str | Path] = list(unit_named(units, "components/net/ip/ipv4.cpp").include_words)
    # The declarations of what a process has no card for are made with a kernel that has one.
    includes += includes_of("network", "components/net/ethernet.cpp")
    objects = [unit.output for unit in units if unit.is_framework]
    net = kit / "components" / "net"
    names = ("checksum", "demux", "named_session", "packet_options", "ethernet")
    sources = [net / f"{name}.cpp" for name in names]
    for room in ("ip", "tcp"):
        files = (net / room).glob("*.cpp")
        sources += [each for each in files if not each.name.endswith("_test.cpp")]
    fuzz(
        tmp_path,
        here / "frames_fuzz.cpp",
        [*includes, *sorted(sources), *objects],
        _seeds(),
        _runs,
    )


def _record(owner: bytes, kind: int, data: bytes) -> bytes:
    return owner + struct.pack(">HHIH", kind, 1, 60, len(data)) + data


def _answer_seeds() -> dict[str, bytes]:
    other, asked = b"\1b\7example\0", b"\xc0\x0c"
    address = bytes([10, 0, 0, 7])

    def answer(records: list[bytes], flags: int = 0x8180) -> bytes:
        header = struct.pack(">HHHHHH", 0x1234, flags, 1, len(records), 0, 0)
        return header + b"\1a\7example\0\0\1\0\1" + b"".join(records)

    return {
        "address": answer([_record(asked, 1, address)]),
        "alias": answer([_record(asked, 5, other), _record(other, 1, address)]),
        "compressed": answer([_record(asked, 5, b"\1b\xc0\x0e"), _record(other, 1, address)]),
        "circle": answer([_record(asked, 5, other), _record(other, 5, asked)]),
        "absent": answer([], 0x8183),
        "text": b"www.example.org",
    }


def test_random_answers_of_name_servers_do_no_harm(tmp_path: Path) -> None:
    includes = includes_of("network-names", "components/net/dns/answer.cpp")
    folder = kit / "components" / "net" / "dns"
    sources = [folder / "answer.cpp", folder / "domain_name.cpp"]
    seeds = _answer_seeds()
    fuzz(tmp_path, here / "names_fuzz.cpp", [*includes, *sources], seeds, 4 * _runs)


def _configuration_seeds() -> dict[str, bytes]:
    def answer(kind: int, options: str, names: bytes = bytes(192)) -> bytes:
        head = struct.pack(">BBBxIHHIIII", 2, 1, 6, 0x11223344, 0, 0, 0, 0x0A000009, 0, 0)
        head += bytes.fromhex("525400123456") + bytes(10) + names
        return head + bytes.fromhex(f"63825363 3501{kind:02x} {options}")

    server = "36040a000001"
    terms = f"{server} 0104ffffff00 03040a0000fe 06040a000035 330400000320"
    overloaded = bytes.fromhex(f"{terms} ff").ljust(64, b"\0") + bytes.fromhex(server).ljust(
        128, b"\0"
    )
    return {
        "offer": answer(2, f"{terms} ff"),
        "acknowledged": answer(5, f"{terms} 3a0400000064 3b04000000c8 ff"),
        "refused": answer(6, f"{server} ff"),
        "overloaded": answer(2, "340103 ff", overloaded),
    }


def test_random_answers_of_configuration_servers_do_no_harm(tmp_path: Path) -> None:
    includes = includes_of("network-dhcp", "components/net/dhcp/message.cpp")
    source = kit / "components" / "net" / "dhcp" / "message.cpp"
    words: list[str | Path] = [*includes, source]
    seeds = _configuration_seeds()
    fuzz(tmp_path, here / "configuration_fuzz.cpp", words, seeds, 4 * _runs)


_memory = """// SPDX-License-Identifier: BSD-2-Clause
// A home and a partner, for the headers of their components.
assembly FuzzedMemory extends WithDomains {
    home = remote.shared.Home;
    copies = remote.shared.Copies { home = "127.0.0.1:1" };
    datagrams = net.datagrams.UdpDatagrams;
    sockets = platform.Sockets;
    target hosted;
}
"""


def _memory_seeds() -> dict[str, bytes]:
    def message(*fields: int) -> bytes:
        return b"\xff" + bytes(fields)

    own, last, page = 4, 4, 4  # a number of one's own; that of the last message; page 1
    parts = [(3 + 4 * i, 3) for i in range(4)]  # of a page: which of four, of 1024 bytes each
    hello = message(1, 0, own, 1, pages := 2, 0, 1)
    want, have = (message(kind, 3, 1, 1, page, 0, 1) for kind in (4, 6))
    gave = b"".join(message(11, 3, 1, last, page, *part) for part in parts)
    welcome = message(2, 0, own, last, 1, 0, 1)
    grant = b"".join(message(5, 3, 1, last, page, *part) for part in parts)
    recall = message(10, 0, 1, 5, page, 0, 1)
    granted = bytes([1]) + welcome + grant
    return {
        "home": hello + want + have + bytes([1]) + gave,
        "partner": granted + bytes([50, pages]),
        "recalled": granted + recall + recall,
        "held": granted + bytes([72]) + recall * 3,
    }


def test_random_messages_of_shared_memory_do_no_harm(tmp_path: Path) -> None:
    made = kit / "build" / "tests" / "network" / "fuzzed-memory.flat"
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(_memory, encoding="utf-8")
    units = units_of(build(str(made)))
    includes = unit_named(units, "components/remote/shared/home.cpp").include_words
    objects = [unit.output for unit in units if unit.is_framework]
    folder = kit / "components" / "remote"
    names = ("shared/home", "shared/transactions", "shared/copies", "shared/local_pages")
    sources = [folder / f"{name}.cpp" for name in (*names, "datagram", "message")]
    fuzz(
        tmp_path,
        here / "memory_fuzz.cpp",
        [*includes, *sources, *objects],
        seeds := _memory_seeds(),
        _runs,
    )
    for name in seeds:  # what they are for comes about
        need = "--needs=home" if name == "home" else "--needs=partner"
        subprocess.run([tmp_path / "fuzz", need, tmp_path / "seeds" / name], check=True)


def test_random_replies_with_names_of_files_do_no_harm(tmp_path: Path) -> None:
    kernel = str(kit / "kernels" / "disk" / "nfs.flat")
    includes = includes_of(kernel, "components/fs/nfs/plain_names.cpp")
    components = kit / "components"
    sources: list[str | Path] = [components / "fs" / "nfs" / "plain_names.cpp"]
    sources += [
        components / "rpc/xdr" / f"{name}.cpp" for name in ("xdr", "xdr_memory", "xdr_values")
    ]
    sources += [kit / "build" / "generated" / "fs" / "nfs" / "nfs3.x.cpp"]
    ok = struct.pack(">II8x", 0, 0)
    plain = struct.pack(">IQI4sQ", 1, 7, 1, b"a", 3)
    seeds = {
        "plain": ok + plain * 3 + struct.pack(">II", 0, 1),
        "plus": ok + (plain + struct.pack(">III8s", 0, 1, 8, b"handle")) * 2 + bytes(8),
        "refused": struct.pack(">II", 70, 0),
    }
    words = [*includes, *sources]
    fuzz(tmp_path, here / "nfs_names_fuzz.cpp", words, seeds, _runs * 4, bytes_max=2048)
