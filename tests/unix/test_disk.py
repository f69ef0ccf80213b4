# SPDX-License-Identifier: BSD-2-Clause
# Reads: core interfaces dimensions components bindings kernels tests/unix
# Reads: tools/cli tools/collapse tools/rewrite
"""Programs write to a disk, and are told when it does not take what they wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from test_static_programs import compiled

from flatland import paths
from flatland.testing.way_of_run import way_of_run

sbin = "/usr/sbin:/sbin:"
sectors_in_block = 2


def host(*words: str | Path) -> str:
    """What a program of the host says."""
    environment = {**os.environ, "PATH": sbin + os.environ["PATH"]}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def ext2_of(files: Path, image: Path) -> None:
    """A disk with these files."""
    host("mke2fs", "-q", "-F", "-t", "ext2", "-b", "1024", "-d", files, image, "16M")


def unix_says(image: Path, *program: str, path: Path | None = None) -> str:
    """What a program says in the kernel with that disk; programs in `path` are found first."""
    command: list[str | Path] = [paths.kit / "flat", "run", "unix-disk", *way_of_run("unix-disk")]
    command += ["--timeout", "120", "--disk", image, "--", *program]
    done = subprocess.run(
        command,
        cwd=paths.kit,
        env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}"} if path else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "panic" not in done.stdout, done.stdout + done.stderr
    return done.stdout.replace("\r", "")


def test_what_a_shell_writes_is_on_a_whole_disk(tmp_path: Path) -> None:
    files, image = tmp_path / "files", tmp_path / "image"
    (files / "folder").mkdir(parents=True)
    (files / "folder" / "numbers").write_text("1\n2\n3\n", encoding="utf-8")
    ext2_of(files, image)
    script = (
        "cd /mnt/folder && sort -rn numbers > turned && ln turned also && mv numbers .. && "
        "dd if=/dev/zero bs=64k count=150 2> /dev/null | tr '\\0' z > long; "
        "mkdir deep && echo text >> deep/file && chmod 600 deep/file && wc -c < long && df /mnt && "
        "test $(stat -c %d /mnt) != $(stat -c %d /tmp) && echo two file systems"
    )
    said = unix_says(image, "/bin/sh", "-c", script)
    assert "9830400" in said
    assert "ext2" in said
    assert "two file systems" in said
    host("e2fsck", "-f", "-n", image)
    assert host("debugfs", "-R", "cat /folder/also", image) == "3\n2\n1\n"
    assert host("debugfs", "-R", "cat /folder/deep/file", image) == "text\n"
    assert host("debugfs", "-R", "cat /folder/long", image) == "z" * 9830400


def test_each_writer_is_told_once_that_the_disk_has_failed(tmp_path: Path) -> None:
    files, image = tmp_path / "files", tmp_path / "image"
    files.mkdir()
    for name in ("bad", "good"):
        (files / name).write_text("a" * 4096, encoding="utf-8")
    program = compiled(Path(__file__).with_name("late_failures.c"), files)
    ext2_of(files, image)
    block = int(host("debugfs", "-R", "blocks /bad", image).split()[0])
    said = unix_says(image, f"/mnt/{program.name}", path=failing_machine(tmp_path, block))
    begin = said.index("fsync of a writer")
    assert said[begin:].splitlines()[:10] == [
        "fsync of a writer: Input/output error",
        "close of it: done",
        "close of who has not written: done",
        "close of another writer: Input/output error",
        "fsync of another file: done",
        "close of it: done",
        "a byte that is read: x",
        "fsync of a reader: Input/output error",
        "close of it: done",
        "unix: the disk has not got all that was written: the disk cannot read or write it",
    ]
    assert host("debugfs", "-R", "cat /good", image) == "x" * 4096
    assert host("debugfs", "-R", "cat /bad", image) == "a" * 4096


def failing_machine(folder: Path, block: int) -> Path:
    """A folder with QEMU, whose first disk cannot write this block."""
    rules = folder / "rules"
    rules.write_text(
        '[inject-error]\nevent = "none"\niotype = "write"\nerrno = "5"\n'
        f'sector = "{block * sectors_in_block}"\n',
        encoding="utf-8",
    )
    programs = folder / "programs"
    programs.mkdir()
    machine = programs / "qemu-system-x86_64"
    machine.write_text(
        f"#!/bin/bash\ndisk=,file=blkdebug:{rules}:\n"
        f"exec {shutil.which('qemu-system-x86_64')} \"${{@/,file=/$disk}}\"\n",
        encoding="utf-8",
    )
    machine.chmod(0o755)
    return programs
