# SPDX-License-Identifier: BSD-2-Clause
"""The graph browser: what `flat graph KERNEL --browse` writes for the page of tools/graph."""
