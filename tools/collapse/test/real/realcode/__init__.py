# SPDX-License-Identifier: BSD-2-Clause
"""Flattens classes of programs that we did not write, and runs their own tests."""
