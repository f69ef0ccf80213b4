# SPDX-License-Identifier: BSD-2-Clause
"""Flatland's command line: interface compiler, configurator, build and run."""
