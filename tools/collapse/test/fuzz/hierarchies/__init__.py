# SPDX-License-Identifier: BSD-2-Clause
"""Random C++ class hierarchies, and whether `collapse` keeps what they do."""
