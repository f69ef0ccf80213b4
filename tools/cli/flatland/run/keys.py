# SPDX-License-Identifier: BSD-2-Clause
"""Presses keys of a machine's keyboard and moves its mouse, by QEMU's machine protocol (QMP)."""

from __future__ import annotations

import json
import queue
import re
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from flatland.errors import UsageError
from flatland.run.command import option_path

_chord = re.compile(r"([a-z0-9_]+(?:-[a-z0-9_]+)*)(?:/([0-9]{1,5}))?")
_awaited = re.compile(r"after:(.+)")
_motion = re.compile(r"mouse([+-][0-9]{1,4})([+-][0-9]{1,4})")
_button = re.compile(r"mouse-(left|right|middle)")
_patience_s = 30.0
_held_ms = 20


def read_keys(text: str) -> tuple[str, ...]:
    """The chords of a list such as `a,left,shift-q`, by QEMU's names of keys (its QKeyCode).

    `up/500` is held for so many milliseconds of the machine's, and the next key comes as many
    later. Among them may be movements of the mouse, `mouse+5-3` to the right and down, and its
    buttons, `mouse-left`; they happen at once. What follows `after:TEXT` is done once the kernel
    has said a line with that text in it.
    """
    chords = tuple(text.split(",")) if text else ()
    for chord in chords:
        if not any(kind.fullmatch(chord) for kind in (_chord, _motion, _awaited)):
            raise UsageError(
                "F0819",
                f"`{chord}` names no keys",
                help="QEMU's names, those pressed together with `-` between: a,left,shift-q,esc;"
                " of the mouse mouse+5-3, mouse-left; up/500 is held, after:TEXT waits for a line",
            )
    return chords


def machine_words(path: Path) -> list[str]:
    """QEMU's words for a socket by which it gets keys."""
    return ["-qmp", f"unix:{option_path(path)},server=on,wait=off"]


class KeyPresser:
    """Presses keys once the kernel is known to have said something, and some of them later."""

    def __init__(self, path: Path, chords: Sequence[str]) -> None:
        self._path = path
        self._chords = chords
        self._is_started = False
        self._lines: queue.Queue[str] = queue.Queue()

    def said(self, line: str) -> None:
        """The kernel has said this: presses what waits for it, meanwhile."""
        self._lines.put(line)
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
                    _tell(stream, {"execute": "qmp_capabilities"})
                    for chord in self._chords:
                        if awaited := _awaited.fullmatch(chord):
                            self._wait_for(awaited[1])
                        for command in _commands(chord):
                            _tell(stream, command)
            except (OSError, ValueError):
                return  # the machine has ended: its console tells why

    def _wait_for(self, text: str) -> None:
        while text not in self._lines.get():
            pass


def _tell(stream: TextIO, command: dict[str, object]) -> None:
    """Tells the machine something, and waits until it has taken it."""
    stream.write(json.dumps(command) + "\n")
    stream.flush()
    while "event" in json.loads(stream.readline()):
        pass


def _commands(chord: str) -> list[dict[str, object]]:
    if motion := _motion.fullmatch(chord):
        axes = zip("xy", map(int, motion.groups()), strict=True)
        return [_input("rel", [{"axis": axis, "value": value} for axis, value in axes])]
    if button := _button.fullmatch(chord):
        return [_input("btn", [{"button": button[1], "down": down}]) for down in (True, False)]
    if pressed := _chord.fullmatch(chord):
        keys = [{"type": "qcode", "data": key} for key in pressed[1].split("-")]
        held_ms = int(pressed[2] or _held_ms)
        return [{"execute": "send-key", "arguments": {"keys": keys, "hold-time": held_ms}}]
    return []


def _input(kind: str, events: Sequence[dict[str, object]]) -> dict[str, object]:
    """A command that has one thing happen at once."""
    told = [{"type": kind, "data": event} for event in events]
    return {"execute": "input-send-event", "arguments": {"events": told}}
