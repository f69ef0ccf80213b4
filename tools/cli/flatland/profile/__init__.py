# SPDX-License-Identifier: BSD-2-Clause
"""How a program accesses its objects: recorded by memtrace, named by the DWARF of its image."""
