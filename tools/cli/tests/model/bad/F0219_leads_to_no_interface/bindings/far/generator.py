# SPDX-License-Identifier: BSD-2-Clause
"""Nothing comes to its turn."""
