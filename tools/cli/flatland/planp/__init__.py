# SPDX-License-Identifier: BSD-2-Clause
"""The compiler of PlanP programs (docs/planp.md): from text to the form that the kernel checks."""
