# SPDX-License-Identifier: BSD-2-Clause
"""Layouts of objects for the cache: the abstract problem and what solves it."""

import os

# The solver's matrices are small: threads that multiply them wait longer than they work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
