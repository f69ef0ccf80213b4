# SPDX-License-Identifier: BSD-2-Clause
"""Reads DWARF: the only place that knows how compilers describe functions, types and files."""
