# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/unix
# One run in 3, unless changed: components/unix dimensions/api/unix tests/unix
"""Programs with libraries, and such as can lie anywhere, do here what they do on Linux."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from both import here, on_linux, whole
from libraries import libraries_of

_here = Path(__file__).resolve().parent
_bash = Path("/bin/bash")
_wrong_linker = f"/tmp/flat-linker-{os.getpid()}"  # on the host, too, where others may test
_kinds = {
    "anywhere": ["-static-pie"],
    "linked": ["-pie", "-Wl,--no-as-needed", "-lgcc_s"],  # which pthread_exit loads otherwise
    "placed": ["-no-pie"],
    "nowhere": ["-Wl,--dynamic-linker=/tmp/flat-no-linker"],
    "wrongly": [f"-Wl,--dynamic-linker={_wrong_linker}"],
}
_others = f"""seq 100 > {_wrong_linker}; chmod 755 {_wrong_linker}; cd $PROGRAMS
for kind in nowhere wrongly; do ./$kind; echo $?; done; rm {_wrong_linker}"""
_shell = """/bin/bash -c 'echo $((6 * 7)) $(printf %05d 42 | cat); (exit 3); echo $?
mapfile -t lines < <(echo one; echo two); echo ${lines[1]} ${#lines[@]}'"""


def test_programs_find_their_linkers_and_libraries(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    source = _here / "programs" / "threads.c"
    for kind, options in _kinds.items():
        command: list[str | Path] = ["gcc", "-O1", "-pthread", "-o", folder / kind, source]
        subprocess.run([*command, *options], check=True)
    programs = {kind: folder / kind for kind in _kinds}
    scripts = [*(f"$PROGRAMS/{kind}" for kind in list(_kinds)[:3]), _others, _shell]
    script = tmp_path / "script"
    script.write_text(whole(scripts), encoding="utf-8")
    beside = {"bin/bash": _bash, **libraries_of(_bash), **libraries_of(programs["linked"])}
    expected = on_linux(script, folder)
    assert len(expected) == len(scripts)
    assert here(script, programs, beside) == expected
