# SPDX-License-Identifier: BSD-2-Clause
"""Ninja: the files that tell it what to do, and its runs."""
