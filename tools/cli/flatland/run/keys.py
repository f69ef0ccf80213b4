# SPDX-License-Identifier: BSD-2-Clause
"""Presses keys of a machine's keyboard and moves its mouse, by QEMU's machine protocol (QMP)."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Sequence
from pathlib import Path

from flatland.errors import UsageError
from flatland.run.command import option_path

_chord = re.compile(r"[a-z0-9_]+(-[a-z0-9_]+)*")
_motion = re.compile(r"mouse([+-][0-9]{1,4})([+-][0-9]{1,4})")
_button = re.compile(r"mouse-(left|right|middle)")
_patience_s = 30.0


def read_keys(text: str) -> tuple[str, ...]:
    """The chords of a list such as `a,left,shift-q`, by QEMU's names of keys (its QKeyCode).

    Among them may be movements of the mouse, `mouse+5-3` to the right and down, and its buttons,
    `mouse-left`.
    """
    chords = tuple(text.split(",")) if text else ()
    for chord in chords:
        if not _chord.fullmatch(chord) and not _motion.fullmatch(chord):
            raise UsageError(
                "F0819",
                f"`{chord}` names no keys",
                help="QEMU's names, those pressed together with `-` between: a,left,shift-q,esc;"
                " of the mouse mouse+5-3, mouse-left",
            )
    return chords


def machine_words(path: Path) -> list[str]:
    """QEMU's words for a socket at which it is told of keys."""
    return ["-qmp", f"unix:{option_path(path)},server=on,wait=off"]


class KeyPresser:
    """Presses keys once it is told that the kernel has said something."""

    def __init__(self, path: Path, chords: Sequence[str]) -> None:
        self._path = path
        self._chords = chords
        self._is_started = False

    def start(self) -> None:
        """Presses them, meanwhile; the second time nothing."""
        if not self._is_started:
            self._is_started = True
            threading.Thread(target=self._press, daemon=True).start()

    def _press(self) -> None:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(_patience_s)
            try:
                connection.connect(str(self._path))
                with connection.makefile("rw", encoding="utf-8") as stream:
                    stream.readline()  # the greeting
                    for command in _commands(self._chords):
                        stream.write(json.dumps(command) + "\n")
                        stream.flush()
                        while "event" in json.loads(stream.readline()):
                            pass
            except (OSError, ValueError):
                return  # the machine has ended: its console tells why


def _commands(chords: Sequence[str]) -> list[dict[str, object]]:
    commands: list[dict[str, object]] = [{"execute": "qmp_capabilities"}]
    for chord in chords:
        motion, button = _motion.fullmatch(chord), _button.fullmatch(chord)
        if motion:
            axes = zip("xy", map(int, motion.groups()), strict=True)
            commands.append(_input("rel", [{"axis": axis, "value": value} for axis, value in axes]))
        elif button:
            for is_down in (True, False):
                commands.append(_input("btn", [{"button": button[1], "down": is_down}]))
        else:
            keys = [{"type": "qcode", "data": key} for key in chord.split("-")]
            commands.append({"execute": "send-key", "arguments": {"keys": keys, "hold-time": 20}})
    return commands


def _input(kind: str, events: Sequence[dict[str, object]]) -> dict[str, object]:
    """A command that has one thing happen at once."""
    told = [{"type": kind, "data": event} for event in events]
    return {"execute": "input-send-event", "arguments": {"events": told}}
