# SPDX-License-Identifier: BSD-2-Clause
"""The model of an assembly: declarations, resolution, checks; `load` is the entry."""
