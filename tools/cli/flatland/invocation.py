# SPDX-License-Identifier: BSD-2-Clause
"""By which words users call: `flat memtrace`, or `memtrace` where that is installed alone."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

from flatland import paths
from flatland.diagnostics import Diagnostic

_verbs_alone = re.compile(r"\bflat (memtrace|reorder)\b")


def name() -> str:
    """What messages begin with: the name of the program."""
    return Path(sys.argv[0]).name if paths.is_wheel else "flat"


def as_called(text: str) -> str:
    """A text about our verbs, with the words by which they are called here."""
    return _verbs_alone.sub(r"\1", text) if paths.is_wheel else text


def advice_as_called(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with such words in what it says to do."""
    return replace(diagnostic, help=diagnostic.help and as_called(diagnostic.help))
