# SPDX-License-Identifier: BSD-2-Clause
"""What `flat report` measures of a built kernel."""
