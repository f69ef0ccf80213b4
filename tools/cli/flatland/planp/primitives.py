# SPDX-License-Identifier: BSD-2-Clause
"""The primitives of PlanP that are one instruction: fields, numbers, where packets go."""

from __future__ import annotations

from dataclasses import dataclass

from flatland.planp.types import Type, blob, header_names, host, integer, mac


@dataclass(frozen=True)
class Field:
    """A field of a header, big endian."""

    header: str
    offset: int
    width: int
    type: Type
    is_written: bool = True
    words_mask: int = 0
    """If it counts words of 32 bits: the bits of its byte that do so; its value is in bytes."""

    def number(self, slot: int = 0) -> int:
        """As instructions name it."""
        return self.offset | self.width << 8 | slot << 16 | header_names.index(self.header) << 24


fields = {
    "etherDst": Field("ether", 0, 6, mac),
    "etherSrc": Field("ether", 6, 6, mac),
    "etherType": Field("ether", 12, 2, integer),
    "arpOp": Field("arp", 6, 2, integer),
    "arpSenderMac": Field("arp", 8, 6, mac),
    "arpSender": Field("arp", 14, 4, host),
    "arpTargetMac": Field("arp", 18, 6, mac),
    "arpTarget": Field("arp", 24, 4, host),
    "ipHeaderLength": Field("ip", 0, 1, integer, is_written=False, words_mask=0x0F),
    "ipService": Field("ip", 1, 1, integer),
    "ipLength": Field("ip", 2, 2, integer, is_written=False),
    "ipId": Field("ip", 4, 2, integer),
    "ipFragment": Field("ip", 6, 2, integer, is_written=False),
    "ipTtl": Field("ip", 8, 1, integer),
    "ipProtocol": Field("ip", 9, 1, integer),
    "ipSrc": Field("ip", 12, 4, host),
    "ipDst": Field("ip", 16, 4, host),
    "icmpType": Field("icmp", 0, 1, integer),
    "icmpCode": Field("icmp", 1, 1, integer),
    "icmpId": Field("icmp", 4, 2, integer),
    "icmpSequence": Field("icmp", 6, 2, integer),
    "udpSrc": Field("udp", 0, 2, integer),
    "udpDst": Field("udp", 2, 2, integer),
    "udpLength": Field("udp", 4, 2, integer, is_written=False),
    "tcpSrc": Field("tcp", 0, 2, integer),
    "tcpDst": Field("tcp", 2, 2, integer),
    "tcpSequence": Field("tcp", 4, 4, integer),
    "tcpAcknowledged": Field("tcp", 8, 4, integer),
    "tcpHeaderLength": Field("tcp", 12, 1, integer, is_written=False, words_mask=0xF0),
    "tcpFlags": Field("tcp", 13, 1, integer),
    "tcpWindow": Field("tcp", 14, 2, integer),
    **{
        f"{header}Checksum": Field(header, offset, 2, integer, is_written=False)
        for header, offset in (("ip", 10), ("icmp", 2), ("udp", 6), ("tcp", 16))
    },
}
setters = {f"{name}Set": each for name, each in fields.items() if each.is_written}

arithmetic = {
    "band": "bit_and",
    "bor": "bit_or",
    "bxor": "bit_xor",
    "shl": "shift_left",
    "shr": "shift_right",
}

conversions = {
    "intOfMac": (mac, integer),
    "intOfHost": (host, integer),
    "hostOfInt": (integer, host),
    "macOfInt": (integer, mac),
}

plain = {
    "thisPort": ("port", (), integer),
    "ports": ("ports", (), integer),
    "portMac": ("port_address", (integer,), mac),
    "now": ("now", (), integer),
    "arrived": ("arrived", (), blob),
    "blobLength": ("blob_length", (blob,), integer),
    "noBlob": ("blob_none", (), blob),
}

readdressed = {"udpReaddress": "udp", "tcpReaddress": "tcp"}

blob_loads = {"blobByte": 1, "blobShort": 2, "blobInt": 4}
"""How many bytes each reads."""

blob_parts = {"blobPart": "blob_part", "blobThin": "blob_thin"}

made: dict[str, tuple[str, tuple[Type, ...]]] = {
    "mkEther": ("ether", (mac, mac, integer)),
    "mkArp": ("arp", (integer, mac, host, mac, host)),
    "mkIp": ("ip", (host, host, integer, integer, integer)),
    "mkIcmp": ("icmp", (integer, integer, integer, integer, blob)),
    "mkUdp": ("udp", (integer, integer, host, host, blob)),
    "mkTcp": ("tcp", (*(integer,) * 6, host, host, blob)),
}
"""The numbers of each in the order of the kernel's `planp::made_header`, and what it sums up."""
