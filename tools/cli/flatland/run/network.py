# SPDX-License-Identifier: BSD-2-Clause
"""The network cards of a machine, and what is at the other end of their cables."""

from __future__ import annotations

from collections.abc import Sequence

_first_address = 0x525400123456  # QEMU's own for a first card; those after it count up


def cards(models: Sequence[str]) -> list[str]:
    """QEMU's words for cards of these models, all at one cable, each with an address of its own."""
    words = []
    for number, model in enumerate(models):
        address = (_first_address + number).to_bytes(6, "big").hex(":")
        words += ["-netdev", f"hubport,id=net{number},hubid=0"]
        words += ["-device", f"{model},netdev=net{number},mac={address}"]
    return words
