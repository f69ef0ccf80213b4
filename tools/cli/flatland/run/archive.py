# SPDX-License-Identifier: BSD-2-Clause
"""Archives of files that a kernel begins with, in the format newc of cpio (cpio(5))."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_devices = {
    "console": (5, 1),
    "full": (1, 7),
    "null": (1, 3),
    "random": (1, 8),
    "tty": (5, 0),
    "urandom": (1, 9),
    "zero": (1, 5),
}


@dataclass(frozen=True)
class Entry:
    """A file of an archive: type and permissions, contents, and the number of a device."""

    name: str
    mode: int
    contents: bytes = b""
    device: tuple[int, int] = (0, 0)


def entries(
    tree: Path | None, files: Mapping[str, Path], links: Mapping[str, Sequence[str]]
) -> list[Entry]:
    """What an archive is made of: a folder, files by their names, symbolic links by what they name.

    The folders that lead there come first, and the devices that every UNIX has in dev.
    """
    found: dict[str, Entry] = {}
    for name in ("dev", "proc", "root"):
        found[name] = Entry(name, stat.S_IFDIR | 0o755)
    for name in ("dev/shm", "tmp"):
        found[name] = Entry(name, stat.S_IFDIR | 0o1777)
    for name, device in _devices.items():
        found[f"dev/{name}"] = Entry(f"dev/{name}", stat.S_IFCHR | 0o666, device=device)
    for path in sorted(tree.rglob("*")) if tree else ():
        if path.is_file():
            name = path.relative_to(tree).as_posix() if tree else ""
            mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
            found[name] = Entry(name, stat.S_IFREG | mode, path.read_bytes())
    for name, path in files.items():
        found[name] = Entry(name, stat.S_IFREG | 0o755, path.read_bytes())
    for target, names in links.items():
        for name in names:
            found.setdefault(name, Entry(name, stat.S_IFLNK | 0o777, target.encode()))
    for name in list(found):
        for folder in list(Path(name).parents)[:-1]:
            found.setdefault(folder.as_posix(), Entry(folder.as_posix(), stat.S_IFDIR | 0o755))
    return sorted(found.values(), key=lambda each: (each.name.count("/"), each.name))


def pack(files: Sequence[Entry]) -> bytes:
    """The bytes of an archive. Times are those of the beginning, so that it is always the same."""
    return b"".join(_packed([*files, Entry("TRAILER!!!", 0)]))


def _packed(files: Sequence[Entry]) -> Iterator[bytes]:
    for number, each in enumerate(files, start=1):
        name = each.name.encode() + b"\0"
        values = (number, each.mode, 0, 0, 1, 0, len(each.contents), 0, 0, *each.device, len(name))
        header = b"070701" + b"".join(b"%08x" % value for value in (*values, 0))
        yield _aligned(header + name)
        yield _aligned(each.contents)


def _aligned(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
