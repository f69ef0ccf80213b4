# SPDX-License-Identifier: BSD-2-Clause
"""What the tests of the tools have in common, for `lit` and for the programs that it starts."""
