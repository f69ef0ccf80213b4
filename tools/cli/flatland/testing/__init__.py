# SPDX-License-Identifier: BSD-2-Clause
"""`flat test`: stages that check the whole kit or a user's folder, and one report of them all."""
