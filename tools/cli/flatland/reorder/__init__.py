# SPDX-License-Identifier: BSD-2-Clause
"""Layouts of objects for the cache: the abstract problem and what solves it."""
