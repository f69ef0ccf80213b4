# SPDX-License-Identifier: BSD-2-Clause
"""Linux as a process, which mounts a disk and says what it has."""

from __future__ import annotations

import subprocess
from pathlib import Path

modules = Path("/usr/lib/uml/modules")


def linux_says(
    folder: Path, image: Path, options: str, *lines: str, needs: tuple[str, ...] = ()
) -> str:
    """What Linux answers in a directory where the disk is mounted with these options.

    `needs` are the modules that it takes, in this order.
    """
    load = [f"busybox insmod {next(modules.glob(f'*/kernel/{each}.ko'))}" for each in needs]
    script = folder / "init"
    script.write_text(
        "\n".join(
            (
                "#!/bin/sh",
                *load,
                "mount -t tmpfs none /mnt && mkdir /mnt/disk",
                f"mount {options} /dev/ubda /mnt/disk && cd /mnt/disk || echo no mount",
                *lines,
                "cd / && umount /mnt/disk && echo unmounted",
                "mount -t proc none /proc; echo o > /proc/sysrq-trigger; sleep 60",
            )
        )
        + "\n"
    )
    script.chmod(0o755)
    root = ("rootfstype=hostfs", "root=/dev/root", "rw", f"init={script}")
    console = ("con=null", "con0=null,fd:1", "quiet")
    command = ["/usr/bin/linux.uml", "mem=128M", *root, f"ubd0={image}", *console]
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said: str = (done.stdout + done.stderr).replace("\r", "")
    assert "unmounted" in said, said
    return said
