#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Has libtirpc's client find out what tirpc_client.spec states by hand, and compares the two.

Usage: ./tirpc_capture.py --specialize TOOL [--calls N]
The client of tirpc_client.py runs with recording code, and tirpc_capture.spec is filled in.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import tempfile
from pathlib import Path

from realcode.options import KIT
from realcode.source import Unavailable, fetch, unpack
from realcode.step import Failed, run
from realcode.tirpc import (
    LEVELS,
    LIBRARY,
    WORKLOADS,
    client_words,
    compile_whole,
    generate_protocol,
    link_client,
)

_stated = re.compile(r"^ *(?:static|promise) (?P<path>[^=;]+?) = (?P<value>[^;]+?);", re.MULTILINE)
_named_elsewhere = re.compile(r"^// static (?P<path>[^:]+): in `(?P<value>\w+)` of ", re.MULTILINE)
_by_name = {"FALSE": "0", "TRUE": "1", "NULL": "0", "AUTH_NONE": "0"}


def main() -> int:
    """0: the values are the same; 1: a step fails or they differ; 2: no source can be fetched."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--specialize", default="specialize", help="the tool (default: the one in PATH)")
    add("--calls", type=int, default=10, help="calls of each (default: 10)")
    add("--cache", type=Path, default=KIT / "build" / "real-code", help="where sources are kept")
    options = parser.parse_args()
    try:
        tarball = fetch(LIBRARY, options.cache)
        with tempfile.TemporaryDirectory(prefix="tirpc-") as scratch:
            source = unpack(tarball, Path(scratch) / "source")
            folder = Path(scratch) / "build"
            filled = captured(source, folder, options.specialize, options.calls)
    except (Unavailable, Failed) as error:
        print(f"tirpc_capture: {error}", file=sys.stderr)
        return 2 if isinstance(error, Unavailable) else 1
    print(filled)
    by_hand = (WORKLOADS / "tirpc_client.spec").read_text(encoding="utf-8")
    wrong = differences(by_hand, filled)
    print("\n".join(wrong))
    return 1 if wrong else 0


def captured(source: Path, folder: Path, tool: str, calls: int) -> str:
    """The filled spec, of one run of the client."""
    folder.mkdir()
    generate_protocol(folder)
    command = ["--", *compile_whole(source, folder, "-O2")]
    spec = str(WORKLOADS / "tirpc_capture.spec")
    run(shlex.join([tool, "capture", spec, "-o", "recording.o", *command]), folder)
    client = link_client(folder, "-O2", ["recording.o"])
    nobody = 1  # the port: with a time-out of 0 nothing is sent
    run(shlex.join(client_words(client, nobody, calls, LEVELS[0])), folder)
    filling = [tool, "fill", spec, "--from", "recorded_call.capture", "-o", "filled.spec"]
    run(shlex.join([*filling, *command]), folder)
    run(shlex.join([tool, "check", "filled.spec", *command]), folder)
    return (folder / "filled.spec").read_text(encoding="utf-8")


def differences(by_hand: str, filled: str) -> list[str]:
    """What the two state differently; a captured value that is only named elsewhere counts."""
    found = {each["path"]: each["value"] for each in _stated.finditer(filled)}
    found |= {each["path"]: each["value"] for each in _named_elsewhere.finditer(filled)}
    compared = 0
    wrong = []
    for each in _stated.finditer(by_hand):
        value = _by_name.get(each["value"], each["value"].removeprefix("&"))
        if each["path"] not in found:
            continue
        compared += 1
        if found[each["path"]].removeprefix("&") != value:
            wrong.append(f"{each['path']} is {found[each['path']]}, and by hand {each['value']}")
    if compared < 10:
        wrong.append(f"only {compared} values are stated by both")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
