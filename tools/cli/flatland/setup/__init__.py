# SPDX-License-Identifier: BSD-2-Clause
"""The tools of the host: which verb needs which, whether they are there, how they get there."""
