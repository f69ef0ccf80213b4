# SPDX-License-Identifier: BSD-2-Clause
"""The language of .flat files: syntax tree, parser, formatter (docs/flat-language.md)."""
