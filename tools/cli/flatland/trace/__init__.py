# SPDX-License-Identifier: BSD-2-Clause
"""How a kernel accesses its objects: recorded by memtrace, named by the image's DWARF."""
