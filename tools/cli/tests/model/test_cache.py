# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""The cache of parsed files is never believed when it is stale or damaged, and never in the way."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from flatland.lang import parser
from flatland.model.json import to_json
from flatland.model.load import check, load, resolve
from tests.model.support import make_kit

good = "kernels/good/good.flat"


def settled_kit(folder: Path) -> Path:
    """A kit whose files are old enough to be kept."""
    kit = make_kit(folder)
    past = time.time() - 10
    for file in kit.rglob("*"):
        os.utime(file, (past, past))
    return kit


def test_what_is_in_the_cache_is_not_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = settled_kit(tmp_path)
    library = load(kit, cache=tmp_path / "cache")
    first = to_json(resolve(library, kit / good), library.roots)

    def refuse(_: Path) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(parser, "parse_file", refuse)
    library = load(kit, cache=tmp_path / "cache")
    assert to_json(resolve(library, kit / good), library.roots) == first


def test_a_changed_file_is_parsed_again(tmp_path: Path) -> None:
    kit = settled_kit(tmp_path)
    load(kit, cache=tmp_path / "cache")
    (kit / good).write_text("assembly Good extends flat.Base { main = Main; main.x -> y.z; }")
    resolution = check(load(kit, cache=tmp_path / "cache"), kit / good)
    assert [entry.code for entry in resolution.diagnostics] == ["F0207"]


def test_a_file_changed_at_once_with_the_same_size_is_parsed_again(tmp_path: Path) -> None:
    kit = settled_kit(tmp_path)
    (kit / good).write_text("assembly Good extends flat.Base { main = Main; }")
    now = (time.time_ns() + 60_000_000_000,) * 2  # changed just now, however slow this test is
    os.utime(kit / good, ns=now)
    assert resolve(load(kit, cache=tmp_path / "cache"), kit / good)
    (kit / good).write_text("assembly Good extends flat.Base { main = Mian; }")
    os.utime(kit / good, ns=now)
    resolution = check(load(kit, cache=tmp_path / "cache"), kit / good)
    assert [entry.code for entry in resolution.diagnostics] == ["F0401"]


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_cache_is_not_believed(seed: int, tmp_path: Path) -> None:
    kit = settled_kit(tmp_path)
    library = load(kit, cache=tmp_path / "cache")
    first = to_json(resolve(library, kit / good), library.roots)
    file = tmp_path / "cache/library"
    data = bytearray(file.read_bytes())
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
    file.write_bytes(data[: chance.choice([len(data), chance.randrange(len(data))])])
    library = load(kit, cache=tmp_path / "cache")
    assert to_json(resolve(library, kit / good), library.roots) == first


def test_a_cache_that_makes_other_objects_is_refused(tmp_path: Path) -> None:
    import pickle
    import zlib

    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return (os.mkdir, (str(tmp_path / "made"),))

    kit = settled_kit(tmp_path)
    (tmp_path / "cache").mkdir()
    payload = pickle.dumps(Evil())
    checked = zlib.crc32(payload).to_bytes(4, "little") + payload
    (tmp_path / "cache/library").write_bytes(checked)
    assert resolve(load(kit, cache=tmp_path / "cache"), kit / good)
    assert not (tmp_path / "made").exists()


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    kit = settled_kit(tmp_path)
    (tmp_path / "cache").touch()
    assert resolve(load(kit, cache=tmp_path / "cache"), kit / good)
