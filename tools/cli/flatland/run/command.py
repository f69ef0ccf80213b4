# SPDX-License-Identifier: BSD-2-Clause
"""The command that starts an image: the platform's, with its placeholders filled in."""

from __future__ import annotations

import shlex
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from flatland.builder.variants import RunSettings
from flatland.errors import failure

_address = "127.0.0.1"


def fill(words: Sequence[str], placeholders: Mapping[str, str]) -> list[str]:
    """Replaces `{name}` in each word; an unknown name is an error in a variant.toml."""
    filled = []
    for word in words:
        try:
            filled.append(word.format_map(placeholders))
        except (KeyError, ValueError, IndexError, AttributeError) as problem:
            known = ", ".join(f"{{{name}}}" for name in sorted(placeholders))
            message = f"`{word}` in the platform's run command has an unknown placeholder"
            raise failure("F0803", message, help=f"there are: {known}") from problem
    return filled


def option_path(path: Path) -> str:
    """A path as it stands among QEMU's options, where a comma that is meant is doubled."""
    return str(path).replace(",", ",,")


def free_port() -> int:
    """A TCP port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((_address, 0))
        port: int = probe.getsockname()[1]
        return port


def with_debugger(settings: RunSettings, command: Sequence[str], port: int) -> list[str]:
    """The command that starts stopped, waiting for gdb at a port."""
    if settings.kind == "qemu":
        return [*command, "-S", "-gdb", f"tcp:{_address}:{port}"]
    return ["gdbserver", "--once", f"{_address}:{port}", *command]


def debugger_command(image: Path, sources: Path, port: int) -> str:
    """What the user types to attach; source paths in the image are relative to `sources`."""
    attach = f"target remote {_address}:{port}"
    return shlex.join(["gdb", "-d", str(sources), str(image), "-ex", attach])
