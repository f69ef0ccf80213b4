# SPDX-License-Identifier: BSD-2-Clause
"""Tests of what is done with a machine's mouse among the keys that are pressed."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.run.keys import KeyPresser, read_keys


def told(path: Path, chords: str) -> list[dict[str, object]]:
    """What a machine that listens there is told, each thing acknowledged."""
    commands = []
    with socket.socket(socket.AF_UNIX) as machine:
        machine.bind(str(path))
        machine.listen()
        KeyPresser(path, read_keys(chords)).start()
        connection, _ = machine.accept()
        with connection, connection.makefile("rw", encoding="utf-8") as stream:
            stream.write("{}\n")
            stream.flush()
            for line in stream:
                commands.append(json.loads(line))
                stream.write('{"return": {}}\n')
                stream.flush()
    return commands[1:]


def test_a_mouse_is_moved_and_its_buttons_are_pressed_and_let_go(tmp_path: Path) -> None:
    moved, down, up, key = told(tmp_path / "qmp", "mouse+5-30,mouse-left,a")
    x = {"type": "rel", "data": {"axis": "x", "value": 5}}
    y = {"type": "rel", "data": {"axis": "y", "value": -30}}
    assert moved == {"execute": "input-send-event", "arguments": {"events": [x, y]}}
    for command, is_down in ((down, True), (up, False)):
        event = {"type": "btn", "data": {"button": "left", "down": is_down}}
        assert command == {"execute": "input-send-event", "arguments": {"events": [event]}}
    assert key["execute"] == "send-key"


@pytest.mark.parametrize("words", ["mouse+5", "mouse5+3", "mouse+12345+1", "mouse+1+1+1"])
def test_what_is_no_movement_names_no_keys(words: str) -> None:
    with pytest.raises(FlatError):
        read_keys(words)
