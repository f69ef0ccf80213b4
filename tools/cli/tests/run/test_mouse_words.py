# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
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
        presser = KeyPresser(path, read_keys(chords))
        presser.said("the kernel begins")
        connection, _ = machine.accept()
        with connection, connection.makefile("rw", encoding="utf-8") as stream:
            stream.write("{}\n")
            stream.flush()
            for line in stream:
                commands.append(json.loads(line))
                if len(commands) > 1:
                    presser.said(f"command {len(commands) - 1}")
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


def test_keys_are_held_as_long_as_they_say(tmp_path: Path) -> None:
    held, short = told(tmp_path / "qmp", "up-shift/500,a")
    keys = [{"type": "qcode", "data": key} for key in ("up", "shift")]
    assert held["arguments"] == {"keys": keys, "hold-time": 500}
    assert short["arguments"] == {"keys": [{"type": "qcode", "data": "a"}], "hold-time": 20}


def test_keys_wait_for_a_line_of_the_kernel(tmp_path: Path) -> None:
    commands = told(tmp_path / "qmp", "a,b,after:command 2,c,after:command 3,d")
    keys = [{"keys": [{"type": "qcode", "data": key}], "hold-time": 20} for key in "abcd"]
    assert [command["arguments"] for command in commands] == keys
    assert len(told(tmp_path / "other", "a,after:command 1,b")) == 2


@pytest.mark.parametrize(
    "words", ["mouse+5", "mouse5+3", "mouse+12345+1", "mouse+1+1+1", "up/", "up/123456", "after:"]
)
def test_what_is_no_movement_names_no_keys(words: str) -> None:
    with pytest.raises(FlatError):
        read_keys(words)
