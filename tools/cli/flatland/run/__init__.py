# SPDX-License-Identifier: BSD-2-Clause
"""Starts images, as a process or in QEMU, follows their console, presents what they measured."""
