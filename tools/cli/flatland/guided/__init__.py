# SPDX-License-Identifier: BSD-2-Clause
"""Profile-guided builds: a kernel is built, run and recorded, and built again by what was learned.

`build.build_kernel` builds a kernel in any variant, guided or not.
"""
