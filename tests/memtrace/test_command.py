# SPDX-License-Identifier: BSD-2-Clause
# Reads: bin core tools/memtrace tools/reorder tools/cli tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/memtrace tools/reorder
"""The command as users type it: its output, its exit status, and how it is interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

from traced_programs import Compile

from flatland import paths

command = [str(paths.kit / "bin" / "memtrace"), "--class", "slot", "--entry", "use", "--no-heap"]


def test_the_status_is_the_programs_and_the_profile_a_file(
    compile_program: Compile, tmp_path: Path
) -> None:
    program = compile_program("announced.c", "gcc", "-O2", "-g")
    file = tmp_path / "p.json"
    for word, status in (("plain", 0), ("kill", 128 + 15)):
        words = [*command, "-o", str(file), "--", str(program), word]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        assert "slot: 16 bytes, accessed in 3 invocations" in done.stdout
        assert json.loads(file.read_text(encoding="utf-8"))["invocations"] == 6
    assert "flat: the program was ended by SIGTERM" in done.stderr


def test_results_as_json_are_not_mixed_with_what_the_program_prints(tmp_path: Path) -> None:
    source = "struct slot { long key; } slot; void use(void) { slot.key = 1; }\n"
    source += 'int main(void) { use(); puts("hello"); return 0; }\n'
    (tmp_path / "a.c").write_text(f"#include <stdio.h>\n{source}", encoding="utf-8")
    subprocess.run(["gcc", "-g", "a.c", "-o", "a"], cwd=tmp_path, check=True)
    words = [*command, "--format", "json", "--", "./a"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["invocations"] == 1
    assert done.stderr == "hello\n"


def test_an_interrupt_ends_the_program_and_leaves_a_profile_and_nothing_else(
    tmp_path: Path,
) -> None:
    source = "struct slot { long key; } slot; void use(void) { slot.key = 1; }\n"
    source += 'int main(void) { use(); puts("ready"); fflush(stdout); for (;;) pause(); }\n'
    headers = "#include <stdio.h>\n#include <unistd.h>\n"
    (tmp_path / "a.c").write_text(headers + source, encoding="utf-8")
    subprocess.run(["gcc", "-g", "a.c", "-o", "a"], cwd=tmp_path, check=True)
    (tmp_path / "left").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "left")}
    # Whoever runs the tests in the background ignores the signal, and so would the program.
    words = ["env", "--default-signal=INT", *command, "-o", "p.json", "--", "./a"]
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does
        try:
            assert child.wait(timeout=60) == 128 + signal.SIGINT
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
    profile = json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))
    assert profile["invocations"] == 1
    assert list((tmp_path / "left").iterdir()) == []
