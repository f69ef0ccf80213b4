# SPDX-License-Identifier: BSD-2-Clause
"""Tries our tools on programs that we did not write, and runs their own tests."""
