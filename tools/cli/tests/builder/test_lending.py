# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions
"""Which buffers `lrpc` lends pages of, and which it copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder.sample import flat
from tests.builder.test_crossing import workspace


def crossing_of(folder: Path) -> str:
    """How the one buffer of `read` crosses."""
    shown = flat(folder, "explain", "main.store", "sample").stdout
    (line,) = (line for line in shown.splitlines() if "read passes bytes" in line)
    return line.split(": ")[1]


def changed(folder: Path, old: str, new: str) -> None:
    """Changes the assembly."""
    file = folder / "kernels/sample/sample.flat"
    text = file.read_text(encoding="utf-8")
    assert old in text, text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_pages_are_mapped_only_where_a_buffer_can_have_whole_ones(tmp_path: Path) -> None:
    text = "    void read(@In @Max(4095) Buf bytes) throws StoreError;"
    assert crossing_of(workspace(tmp_path, "Lrpc", "there", "", text)) == "copied once"
    text = "    void read(@In @Max(4096) Buf bytes) throws StoreError;"
    folder = workspace(tmp_path / "more", "Lrpc", "there", "", text)
    assert crossing_of(folder) == "whole pages mapped, the rest copied once"
    changed(folder, "via Lrpc;", "via Lrpc(4095);")  # what the interface says counts
    assert crossing_of(folder) == "whole pages mapped, the rest copied once"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("inside.store -> here.store ;", "inside.store -> called.store via Upcall;"),
        (
            "    domain books {",
            "    domain third { other = kept.Main; other.store -> called.store via Lrpc; }\n"
            "    domain books {",
        ),
    ],
)
def test_buffers_of_a_domain_that_others_call_are_copied(
    tmp_path: Path, old: str, new: str
) -> None:
    text = "    void read(@In Buf bytes) throws StoreError;"
    folder = workspace(tmp_path, "Lrpc", "there", "", text)
    changed(folder, "    main = kept.Main;", "    main = kept.Main;\n        called = kept.Store;")
    assert crossing_of(folder).startswith("whole pages mapped")
    changed(folder, old, new)
    assert crossing_of(folder) == "copied once"


def test_buffers_of_a_domain_that_passes_objects_are_copied(tmp_path: Path) -> None:
    text = """    void read(@In Buf bytes) throws StoreError;
    void tell(Part part) throws StoreError;
    interface Part extends Top { void told(u64 a) throws StoreError; }"""
    folder = workspace(tmp_path, "Lrpc", "there", "", text)
    assert crossing_of(folder) == "copied once"


def test_more_than_is_copied_at_once_crosses_only_where_pages_are_mapped(tmp_path: Path) -> None:
    text = "    void read(@In Buf bytes) throws StoreError;"
    folder = workspace(tmp_path, "Lrpc(1048576)", "there", "", text)
    assert crossing_of(folder) == "whole pages mapped, the rest copied once"
    text += "\n    void tell(Part part) throws StoreError;"
    text += "\n    interface Part extends Top { void told(u64 a) throws StoreError; }"
    done = flat(workspace(tmp_path / "objects", "Lrpc(1048576)", "there", "", text), "check")
    assert done.returncode == 1
    assert "F0716]: binding kind `lrpc` does nothing for `flat.kept.Store`" in done.stderr
    assert "a buffer of more than 65536 bytes crosses only in pages that are mapped" in done.stderr
    assert "those of domain `app` are not" in done.stderr
    assert "let the kind's first argument be at most 65536" in done.stderr
