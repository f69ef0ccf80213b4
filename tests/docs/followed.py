# SPDX-License-Identifier: BSD-2-Clause
"""Which documents a usual run follows: the first page, what was changed, and an eighth of the rest.

Following all takes as long as all boots. Another run follows others, by FLAT_SEED, which is unset
where tests are named and in exhaustive runs: they follow all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from documents import Document

_runs = 8
_always = ("README.md",)


def followed(
    documents: Sequence[Document], environment: Mapping[str, str], changed: Collection[Path]
) -> list[Document]:
    """Those of the documents that are to be followed, in their order."""
    if "FLAT_SEED" not in environment:
        return list(documents)
    part = int(environment["FLAT_SEED"]) % _runs
    return [
        document
        for index, document in enumerate(documents)
        if index % _runs == part or document.name in _always or document.path in changed
    ]
