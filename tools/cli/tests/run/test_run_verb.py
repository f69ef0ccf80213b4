# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of `flat run` as a user calls it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from flatland.run.machine import descendants, is_alive
from tests.builder.sample import flat, flat_command, hello_cpp, interruptible, make_workspace

_body = 'console->write(Text("sample\\n").bytes());'


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a kernel that says `sample` and ends."""
    return make_workspace(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a kernel that says `sample` and never ends."""
    body = f'{_body} for (;;) asm volatile("");'
    files = {"components/sample/hello.cpp": hello_cpp.replace(_body, body)}
    return make_workspace(tmp_path_factory.mktemp("endless"), files)


@pytest.fixture(scope="module")
def panicking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a kernel that panics."""
    text = "#include <core/panic.hpp>\n" + hello_cpp.replace(_body, 'panic("enough {}", 5);')
    return make_workspace(
        tmp_path_factory.mktemp("panicking"), {"components/sample/hello.cpp": text}
    )


targets = pytest.mark.parametrize("target", ["hosted", "x86_64"])


@targets
def test_the_console_is_standard_output_and_the_end_success(sample: Path, target: str) -> None:
    done = flat(sample, "run", "sample", "-t", target)
    assert (done.returncode, done.stdout) == (0, "sample\n")


@targets
def test_a_line_that_matches_ends_a_kernel_that_never_ends(endless: Path, target: str) -> None:
    words = ("--until", "^sam", "--timeout", "60")
    done = flat(endless, "run", "sample", "-t", target, *words)
    assert (done.returncode, done.stdout) == (0, "sample\n")


@targets
def test_a_time_limit_is_exit_code_124(endless: Path, target: str) -> None:
    for seconds in (1, 8, 64):  # until it has said something: the machine may be busy
        done = flat(endless, "run", "sample", "-t", target, "--timeout", str(seconds))
        assert done.returncode == 124
        assert f"stopped after {seconds} s" in done.stderr
        if done.stdout:
            break
    assert done.stdout == "sample\n"


@targets
def test_a_panic_is_exit_code_1_and_names_functions_and_instances(
    panicking: Path, target: str
) -> None:
    done = flat(panicking, "run", "sample", "-t", target)
    assert done.returncode == 1
    assert "panic: enough 5" in done.stdout
    assert "sample::Hello::run [hello] +" in done.stdout
    assert "flat_main +" in done.stdout
    assert "the kernel ended with status 101" in done.stderr


def test_a_kernel_that_ends_before_the_line_is_a_failure(sample: Path) -> None:
    done = flat(sample, "run", "sample", "--until", "other")
    assert done.returncode == 1
    assert "ended before a line matched `other`" in done.stderr


def test_nothing_of_a_run_is_left_behind(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert flat(sample, "run", "sample", "-t", "x86_64").returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_records_are_data_on_standard_output_and_the_console_is_not(tmp_path: Path) -> None:
    record = hello_cpp.replace("sample\\n", 'sample\\n@record {\\"words\\": 3}\\n')
    folder = make_workspace(tmp_path, {"components/sample/hello.cpp": record})
    done = flat(folder, "run", "sample", "--format", "json")
    report = json.loads(done.stdout)
    measured = report.pop("measured")
    assert report == {"records": [{"words": 3}], "end": "exited", "status": 0}
    assert measured["variant"] == "virtual" and measured["compiler"].startswith("clang 19.")
    assert measured["flags"] == "-O2" and "emulator" not in measured
    assert "sample\n" in done.stderr


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (("--until", "("), 2, "F0802"),
        (("--net", "dgram:/tmp/a"), 2, "F0816"),
        (("--net", "tap:"), 2, "F0816"),
        (("--net", "user:8080"), 2, "F0816"),
        (("--net", "user:8080-80,0-80"), 2, "F0816"),
        (("--net", "user:8080-80"), 1, "F0816"),
        (("--capture", "/tmp/frames"), 1, "F0826"),
        (("--net", f"dgram:/tmp/a,/{'b' * 107}"), 2, "F0816"),
        (("--disk", "/nowhere/at/all.img"), 1, "F0823"),
        (("--disk", "/dev/null"), 1, "F0823"),
        (("--timeout", "-1"), 2, "F0903"),
        (("--timeout", "soon"), 2, "F0903"),
        (("--timeout", "nan"), 2, "F0903"),
        (("--instruments", "stethoscope", "-t", "x86_64"), 1, "F0805"),
        (("--instruments", "memtrace"), 1, "F0806"),
        (("-t", "pdp11"), 1, "F05"),
        (("--configuration", "other"), 1, "F0818"),
        (("--keys", "A B"), 2, "F0819"),
        (("--keys", "a,,b"), 2, "F0819"),
        (("--keys", "a"), 1, "F0820"),
    ],
)
def test_bad_arguments_are_refused(
    sample: Path, words: tuple[str, ...], status: int, code: str
) -> None:
    done = flat(sample, "run", "sample", *words)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(f"error[{code}")


@targets
def test_control_c_ends_the_kernel_and_leaves_nothing_behind(endless: Path, target: str) -> None:
    command = flat_command("run", "sample", "-t", target)
    with interruptible(command, endless) as process:
        assert process.stdout
        assert process.stdout.readline() == "sample\n"
        family = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    assert family
    assert not any(map(is_alive, family))


@targets
def test_a_debugger_can_attach_to_a_run_that_waits(endless: Path, target: str) -> None:
    if target == "hosted" and not shutil.which("gdbserver"):
        pytest.skip("gdbserver is not installed; `flat run --gdb` would install it")
    command = flat_command("run", "sample", "-t", target, "--gdb", "--timeout", "60")
    with subprocess.Popen(command, cwd=endless, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        attach = next(line for line in process.stderr if line.strip().startswith("gdb ")).strip()
        steps = "-batch -ex 'break flat::sample::Hello::run' -ex continue -ex backtrace -ex kill"
        done = subprocess.run(
            f"{attach} {steps}", shell=True, capture_output=True, text=True, timeout=60, check=False
        )
        process.terminate()
        process.wait(20)
    assert "#1" in done.stdout and "flat_main" in done.stdout
    assert "components/sample/hello.cpp" in done.stdout
