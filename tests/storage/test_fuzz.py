# SPDX-License-Identifier: BSD-2-Clause
# Reads: components/fs components/block components/mapping components/driver
# Builds: kernels/disk/hosted.flat
# One run in 3, unless changed: components/fs components/block components/mapping components/driver
"""What reads disks is given random contents, under sanitizers."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import zlib
from pathlib import Path

import pytest
from disk_shell import shell_says
from system_v import make_disk

from flatland.testing.libfuzzer import fuzz, includes_of

here = Path(__file__).resolve().parent
kit = here.parents[1]
_runs = 20_000
_disk_runs = 2_000


def includes(source: str) -> list[str | Path]:
    """What the compiler needs for a component of a kernel that runs as a process."""
    kernel = kit / "kernels" / "disk" / "hosted.flat"
    return includes_of(str(kernel), f"components/{source}", "hosted")


def _sector(*entries: tuple[int, int, int]) -> bytes:
    table = b"".join(struct.pack("<4xB3xII", *entry) for entry in entries)
    return bytes(446) + table.ljust(64, b"\0") + b"\x55\xaa"


def _gpt() -> bytes:
    entry = struct.pack("<16s16sQQ72x", b"t" * 16, b"u" * 16, 10, 20)
    entries = entry.ljust(512, b"\0")
    fields = (
        0x10000,
        92,
        0,
        0,
        1,
        63,
        4,
        60,
        b"d" * 16,
        2,
        4,
        128,
        zlib.crc32(entries),
    )
    header = struct.pack("<8sIIIIQQQQ16sQIII", b"EFI PART", *fields)
    sealed = header[:16] + struct.pack("<I", zlib.crc32(header)) + header[20:]
    return _sector((0xEE, 1, 63)) + sealed.ljust(512, b"\0") + entries


def test_random_tables_of_partitions_do_no_harm(tmp_path: Path) -> None:
    sources = [kit / "components" / "block" / name for name in ("partition_list.cpp", "gpt.cpp")]
    chain = _sector((0x83, 1, 1), (0x05, 3, 20))
    seeds = {
        "table": _sector((0x83, 1, 10), (0x83, 20, 30)),
        "chain": _sector((0x05, 1, 60)) + chain + chain,
        "gpt": _gpt(),
    }
    words: list[str | Path] = [*includes("block/partition_list.cpp"), *sources]
    fuzz(tmp_path, here / "partitions_fuzz.cpp", words, seeds, _runs, bytes_max=2048)


def _disc_record(name: bytes, fields: bytes) -> bytes:
    padding = b"" if len(name) % 2 else b"\0"
    contents = struct.pack("<IIII", 0, 23, 0, 100) + bytes(7) + bytes(3) + bytes(4)
    record = contents[:31] + bytes([len(name)]) + name + padding + fields
    return bytes([len(record) + 2, 0]) + record[1:]


def test_random_directories_of_discs_do_no_harm(tmp_path: Path) -> None:
    names = ("iso_record.cpp", "iso_time.cpp", "rock_ridge.cpp")
    sources = [kit / "components" / "fs" / "iso" / name for name in names]
    link = b"SL\x0c\x01\x00\x08\x00\x00\x03usr"
    more = b"CE\x1c\x01" + struct.pack("<II", 0, 0) + struct.pack("<II", 40, 0) * 2
    seeds = {
        "root": _disc_record(b"\0", b"SP\x07\x01\xbe\xef\x00"),
        "name": _disc_record(b"A.;1", b"NM\x09\x01\x00name"),
        "link": _disc_record(b"B.;1", link + more),
    }
    words: list[str | Path] = [*includes("fs/iso/iso_record.cpp"), *sources]
    fuzz(tmp_path, here / "iso_fuzz.cpp", words, seeds, _runs, bytes_max=2048)


# Of a boot sector: sizes, then the root's first cluster, where the information and a copy are.
_fat32 = (512, 1, 32, 2, 0, 0, 0xF8, 0, 32, 2, 0, 131072, 1016, 0, 0, 2, 1, 6)


def _fat_slots(letter: bytes) -> bytes:
    """A long name of one slot and its entry."""
    short = b"AAAAAA~1TXT"
    total = 0
    for byte in short:
        total = ((total << 7 | total >> 1) + byte) & 0xFF
    unit = letter + b"\0"
    head = b"\x41" + unit * 5 + b"\x0f\0" + bytes([total])
    return head + unit * 6 + bytes(2) + unit * 2 + short + bytes(21)


def test_random_directories_of_fat_do_no_harm(tmp_path: Path) -> None:
    names = ("layout", "short_entry", "names", "new_name", "utf16", "moment")
    sources = [kit / "components" / "fs" / "fat" / f"{name}.cpp" for name in names]
    numbers = struct.pack("<3x8xHBHBHHBH", 512, 1, 4, 2, 512, 16384, 0xF8, 64)
    boot = b"\xeb" + numbers[1:]
    numbers = struct.pack("<3x8xHBHBHHBHHHIIIHHIHH", *_fat32)
    boot32 = b"\xeb" + numbers[1:]
    seeds = {
        "boot": boot.ljust(510, b"\0") + b"\x55\xaa",
        "boot32": boot32.ljust(510, b"\0") + b"\x55\xaa",
        "long": _fat_slots(b"a"),
        "both": boot.ljust(510, b"\0") + b"\x55\xaa" + _fat_slots(b"b"),
    }
    words: list[str | Path] = [*includes("fs/fat/layout.cpp"), *sources]
    fuzz(tmp_path, here / "fat_fuzz.cpp", words, seeds, _runs, bytes_max=2048)


def test_random_disks_of_unix_do_no_harm(tmp_path: Path) -> None:
    folder = kit / "components" / "fs"
    names = ("ufs/layout", "ufs/stored_node", "ufs/directory_entry", "sysv/layout")
    sources = [folder / f"{name}.cpp" for name in (*names, "sysv/stored_node")]
    seeds = {"system-v": _system_v()}
    for version in ("1", "2"):
        (tmp_path / "files").mkdir(exist_ok=True)
        image = tmp_path / f"ffs{version}"
        made: list[str | Path] = ["/usr/sbin/makefs", "-t", "ffs", "-s", "4m", "-o"]
        subprocess.run(
            [*made, f"version={version}", image, tmp_path / "files"],
            check=True,
            capture_output=True,
        )
        disk = image.read_bytes()
        begin = int.from_bytes(disk[8192 + 16 : 8192 + 20], "little") * 1024
        node = 256 if version == "2" else 128
        root = disk[begin + 2 * node : begin + 3 * node].ljust(256, b"\0")
        names_of_root = struct.pack("<IHBB4sIHBB4s488x", 2, 12, 4, 1, b".", 2, 500, 4, 2, b"..")
        seeds[f"ffs{version}"] = disk[8192 : 8192 + 1376] + root + names_of_root
    words: list[str | Path] = [*includes("fs/ufs/layout.cpp"), *sources]
    fuzz(tmp_path, here / "formats_fuzz.cpp", words, seeds, _runs, bytes_max=4096)


def _system_v() -> bytes:
    """A superblock of System V's format, and a node."""
    image = bytearray(512)
    struct.pack_into("<H2xI", image, 0, 34, 4096)
    struct.pack_into("<I", image, 420, 1_000_000_000)
    struct.pack_into("<III", image, 500, 0, 0xFD187E20, 2)
    return bytes(image) + struct.pack("<HHHHI52x", 0o100644, 1, 0, 0, 1000)


def _sources_of(format_folder: str, source: str = "layout") -> list[str | Path]:
    """What the compiler needs for a file system, down to the pages of files and a fake disk."""
    components = kit / "components"
    rooms = ("nodes", "names", "disk", "ram", format_folder)
    folders = [components / "fs", *(components / "fs" / room for room in rooms)]
    found = [file for folder in folders for file in sorted(folder.glob("*.cpp"))]
    sources = [file for file in found if not file.name.endswith("_test.cpp")]
    declared = (components / "mapping" / "mappings.flat").read_text(encoding="utf-8")
    mapping = re.findall(r'"(\w+\.cpp)"', declared[: declared.index(" test ")])
    sources += [components / "mapping" / name for name in mapping]
    sources += [components / "memory" / "slabs.cpp"]
    sources += [components / "memory" / "replacement" / "clock.cpp"]
    sources += [kit / "dimensions" / "arch" / "hosted" / "interrupts.cpp"]
    return [*includes(f"fs/{format_folder}/{source}.cpp"), *sources, "-lgtest"]


def _make_files(files: Path) -> None:
    (files / "d").mkdir(parents=True)
    (files / "a").write_bytes(b"a" * 30_000)
    (files / "d" / "b").write_bytes(b"b" * 300)


def _changes(*places: tuple[int, int]) -> bytes:
    """Bytes of the disk, and what is there then."""
    return b"".join(place.to_bytes(3, "little") + bytes([value]) for place, value in places)


def test_random_disks_of_ext2_do_no_harm(tmp_path: Path) -> None:
    files = tmp_path / "files"
    _make_files(files)
    (files / "d" / "link").symlink_to("../a")
    make = ["/usr/sbin/mke2fs", "-q", "-F", "-t", "ext2", "-b", "1024", "-N", "32"]
    subprocess.run([*make, "-d", files, tmp_path / "image", "256k"], check=True)
    block = 1024
    seeds = {
        "magic": _changes((block + 56, 0)),
        "nodes": _changes(*((5 * block + 40 + i, 0xFF) for i in range(4))),
        "names": _changes(*((9 * block + i, 0x7F) for i in range(8))),
    }
    fuzz(tmp_path, here / "ext2_fuzz.cpp", _sources_of("ext2"), seeds, _disk_runs, bytes_max=64)


def _fill_fat32(disk: bytearray) -> tuple[int, int]:
    """Puts files on an empty disk of few clusters, which mtools do not take; its table and root."""
    reserved, tables = struct.unpack_from("<HB", disk, 14)
    (table_sectors,) = struct.unpack_from("<I", disk, 36)
    table = 512 * reserved
    root = table + 512 * tables * table_sectors  # of one cluster, number 2

    def chain(first: int, clusters: int) -> None:
        ends = [*range(first + 1, first + clusters), 0x0FFFFFFF]
        for number in range(tables):
            place = table + number * 512 * table_sectors + 4 * first
            struct.pack_into(f"<{clusters}I", disk, place, *ends)

    def entry(name: bytes, attributes: int, cluster: int, size: int) -> bytes:
        return struct.pack("<11sB14xHI", name.ljust(11), attributes, cluster, size)

    chain(3, 59)
    chain(62, 1)
    chain(63, 1)
    struct.pack_into("<I", disk, 512 + 488, 976 - 62)  # free clusters
    folder = entry(b".", 16, 62, 0) + entry(b"..", 16, 0, 0) + entry(b"B", 32, 63, 300)
    top = entry(b"A", 32, 3, 30_000) + entry(b"D", 16, 62, 0)
    disk[root : root + len(top)] = top
    disk[root + 60 * 512 : root + 60 * 512 + len(folder)] = folder
    return table, root


def test_random_disks_of_fat32_do_no_harm(tmp_path: Path) -> None:
    image = tmp_path / "image"
    make: list[str | Path] = ["/usr/sbin/mkfs.fat", "-C", "-F", "32", "-s", "1", image, "512"]
    subprocess.run(make, check=True, capture_output=True)
    disk = bytearray(image.read_bytes())
    table, root = _fill_fat32(disk)
    image.write_bytes(disk)
    seeds = {
        "boot": _changes((36, 0), (44, 9)),
        "info": _changes(*((512 + 488 + i, 0xFF) for i in range(8))),
        "table": _changes((table + 8, 2), (table + 12, 0xF7), (table + 20, 3)),
        "names": _changes((root + 11, 0x0F), (root + 26, 0), (root + 28, 0xFF)),
    }
    fuzz(tmp_path, here / "fat_disk_fuzz.cpp", _sources_of("fat"), seeds, _disk_runs, bytes_max=64)


@pytest.mark.parametrize("version", ["1", "2"] if "FLAT_EXHAUSTIVE" in os.environ else ["2"])
def test_random_disks_of_ffs_do_no_harm(tmp_path: Path, version: str) -> None:
    files = tmp_path / "files"
    _make_files(files)
    (files / "d" / "link").symlink_to("../a")
    image = tmp_path / "image"
    sizes = "fsize=512,bsize=4096,density=8192"
    make: list[str | Path] = ["/usr/sbin/makefs", "-t", "ffs", "-s", "256k", "-o"]
    subprocess.run([*make, f"{sizes},version={version}", image, files], check=True)
    disk = image.read_bytes()
    first_nodes = 512 * int.from_bytes(disk[8192 + 16 : 8192 + 20], "little")
    root = first_nodes + 2 * (256 if version == "2" else 128)
    seeds = {
        "magic": _changes((8192 + 1372, 0)),
        "sizes": _changes((8192 + 48, 0xFF), (8192 + 52, 1), (8192 + 184, 0)),
        "root": _changes(*((root + i, 0xFF) for i in range(0, 128, 9))),
    }
    fuzz(tmp_path, here / "ufs_disk_fuzz.cpp", _sources_of("ufs"), seeds, _disk_runs, bytes_max=64)


def test_random_disks_of_system_v_do_no_harm(tmp_path: Path) -> None:
    image = tmp_path / "image"
    make_disk(image, 512)
    here_and_below = ("put m/a word", "mkdir m/d", "put m/d/b word", "ln m/a m/d/a")
    shell_says(image, "mkdir m", "mount disk m", *here_and_below, "umount m")
    seeds = {
        "super": _changes((512, 0xFF), (516, 1), (1016, 0)),
        "free": _changes(*((512 + 8 + i, 0xFF) for i in range(8))),
        "root": _changes(*((1024 + 64 + i, 0x41) for i in range(12))),
    }
    words = _sources_of("sysv")
    fuzz(tmp_path, here / "sysv_disk_fuzz.cpp", words, seeds, _disk_runs, bytes_max=64)


def test_random_discs_do_no_harm(tmp_path: Path) -> None:
    files = tmp_path / "files"
    _make_files(files)
    (files / "d" / "link").symlink_to("../a")
    image = tmp_path / "image"
    make: list[str | Path] = ["genisoimage", "-quiet", "-R", "-o", image, files]
    subprocess.run(make, check=True, capture_output=True)
    first = 16 * 2048
    root = 2048 * int.from_bytes(image.read_bytes()[first + 158 : first + 162], "little")
    seeds = {
        "descriptor": _changes((first, 2), (first + 128, 9), (first + 158, 0xFF)),
        "root": _changes((root + 2, 1), (root + 10, 0xFF), (root + 33, 0x53)),
        "names": _changes(*((root + 136 + i, 0x7F) for i in range(0, 40, 3))),
    }
    fuzz(
        tmp_path,
        here / "iso_disk_fuzz.cpp",
        _sources_of("iso", "iso_volume"),
        seeds,
        _disk_runs,
        bytes_max=64,
    )
