# SPDX-License-Identifier: BSD-2-Clause
"""Measures one kernel in several variants, beside each other."""
