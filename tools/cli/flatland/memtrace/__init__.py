# SPDX-License-Identifier: BSD-2-Clause
"""Traces how a Linux program accesses its objects, under QEMU's user emulation."""
