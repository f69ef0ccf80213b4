# SPDX-License-Identifier: BSD-2-Clause
"""The same engine on Linux, in the same emulator: the only process, on the frame buffer."""

from __future__ import annotations

import subprocess
from pathlib import Path

from flatland import paths
from flatland.builder.foreign_libraries import read_foreign_libraries
from flatland.run import archive
from flatland.setup.install import ensure
from flatland.setup.linux_kernel import linux_kernel
from flatland.setup.tools import find

here = Path(__file__).resolve().parent
component = paths.kit / "components" / "doom" / "game.toml"

# Modes of 32 bits of the firmware's, in Linux' numbers: 0x200 more than those of VESA's BIOS.
modes = {(320, 200): 0x340, (640, 480): 0x342, (1024, 768): 0x344}


def find_wad() -> Path:
    """The levels of Debian's package freedoom."""
    (tool,) = find("freedoom1.wad")
    ensure([tool])
    return Path("/", tool.file or "")


def build_engine(folder: Path) -> Path:
    """The program, compiled as the kernel is where that is possible; it needs no library."""
    ensure(find("clang++"))
    engine = read_foreign_libraries(component, paths.kit / "build")[0]
    root = engine.sources[0].parent
    size = ("-DDOOMGENERIC_RESX=flat_doom_width", "-DDOOMGENERIC_RESY=flat_doom_height")
    flags = ("-std=gnu11", "-O2", "-w", "-static", "-fno-omit-frame-pointer")
    program = folder / "doom"
    ours = [here / "linux.c", here / "linux_machine.c"]
    command: list[str | Path] = [
        "clang-19",
        *flags,
        *size,
        "-include",
        here / "linux.h",
    ]
    command += [
        f"-isystem{root}",
        "-o",
        program,
        *ours,
        root / "w_file_stdc.c",
        *engine.sources,
    ]
    subprocess.run([*command, "-lm"], check=True)
    return program


def play_on_machine(program: Path, wad: Path, folder: Path, width: int, height: int) -> str:
    """What the engine says of a demo that it plays on a screen of this size."""
    ensure(find("qemu"))
    files = archive.entries(None, {"init": program, "freedoom1.wad": wad}, {})
    (folder / "files").write_bytes(archive.pack(files))
    words = [f"vga={modes[width, height]:#x}", f"screen={width}x{height}"]
    words += ["console=ttyS0", "quiet", "panic=-1", "vt.global_cursor_default=0"]
    command = ["qemu-system-x86_64", "-accel", "tcg", "-icount", "shift=0,sleep=off"]
    command += [
        "-cpu",
        "qemu64,+smep,+smap",
        "-m",
        "256M",
        "-machine",
        "pc",
        "-nodefaults",
    ]
    command += ["-display", "none", "-serial", "stdio", "-no-reboot", "-device", "VGA"]
    command += [
        "-kernel",
        str(linux_kernel(paths.kit / "build")),
        "-append",
        " ".join(words),
    ]
    command += ["-initrd", str(folder / "files")]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=600,
        check=True,
    )
    return done.stdout.replace("\r", "")
