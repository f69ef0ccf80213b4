# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/real tools/specialize bench/components/rpc tests/rpc tools/cli/flatland
# Reads: tools/rewrite tools/CMakeLists.txt
"""Sources come from the cache or from apt, and only the expected file will do."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import pytest
from realcode.flattened import read_flattened
from realcode.laid_out import read_laid_out
from realcode.source import Source, Unavailable, fetch

HERE = Path(__file__).parent.parent


@pytest.fixture
def program() -> Source:
    return read_flattened(HERE / "flattened.toml")[0]


def test_every_flattened_program_names_its_classes_and_tests() -> None:
    for each in read_flattened(HERE / "flattened.toml"):
        assert each.classes and each.tests and set(each.classes) <= set(each.gone)


def test_every_laid_out_program_names_what_is_traced_and_its_tests() -> None:
    for each in read_laid_out(HERE / "laid_out.toml"):
        assert each.entries and each.tests and each.compilers


def test_a_file_in_the_cache_needs_no_network(tmp_path: Path, program: Source) -> None:
    content = b"the source"
    known = dataclasses.replace(program, sha256=hashlib.sha256(content).hexdigest())
    (tmp_path / program.tarball).write_bytes(content)
    assert fetch(known, tmp_path).read_bytes() == content


def test_another_file_is_refused(tmp_path: Path, program: Source) -> None:
    (tmp_path / program.tarball).write_bytes(b"something else")
    with pytest.raises(Unavailable, match="expected the file with SHA-256"):
        fetch(program, tmp_path)


def test_without_a_server_the_message_says_what_to_do(tmp_path: Path, program: Source) -> None:
    lists = tmp_path / "etc"
    lists.mkdir()
    (lists / "sources.list").write_text(f"deb file:{tmp_path}/nowhere stable main\n")
    with pytest.raises(Unavailable, match=rf"put {program.tarball} into .* to go on"):
        fetch(program, tmp_path / "cache", lists)


def test_another_release_is_asked_for_by_its_name(tmp_path: Path, program: Source) -> None:
    parts = tmp_path / "etc" / "sources.list.d"
    parts.mkdir(parents=True)
    security = f"Types: deb\nURIs: file:{tmp_path}/x-security\nSuites: old-security\n"
    (parts / "debian.sources").write_text(
        f"Types: deb\nURIs: file:{tmp_path}/nowhere\nSuites: old old-updates\n\n{security}"
    )
    newer = dataclasses.replace(program, release="newer")
    with pytest.raises(Unavailable):
        fetch(newer, tmp_path / "cache", tmp_path / "etc")
    made = (tmp_path / "cache" / "apt" / "newer" / "source.sources").read_text()
    assert "Suites: newer\n" in made and "security" not in made
