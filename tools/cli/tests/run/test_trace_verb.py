# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli kernels
# Builds: pingpong hello panic ipc-cycles
"""Tests of `flat trace` as a user calls it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from flatland.builder.ladder import Step
from flatland.builder.pipeline import BuildOptions
from flatland.guided.build import build_kernel
from flatland.guided.recording import record_profile

kit = Path(__file__).resolve().parents[4]


def trace(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [kit / "flat", "trace", *words], capture_output=True, text=True, check=False, cwd=kit
    )


@pytest.fixture(scope="module", params=["clang", "g++"])
def profile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """That of the benchmark of IPC with flat control blocks, from its file."""
    file = tmp_path_factory.mktemp("trace") / "profile.json"
    words = ("--variant", "flat", "--compiler", request.param)
    done = trace("pingpong", *words, "-o", str(file))
    assert done.returncode == 0, done.stderr
    assert "flat::Tcb: " in done.stdout
    return json.loads(file.read_text(encoding="utf-8"))


def class_named(profile: Any, name: str) -> Any:
    return next(each for each in profile["classes"] if each["name"] == name)


def test_an_ipc_is_an_invocation_with_two_control_blocks(profile: Any) -> None:
    tcb = class_named(profile, "flat::Tcb")
    most = tcb["sequences"][0]
    assert most["entry"] == "flat_system_call_entry"
    assert most["weight"] > 0.15  # one of the three series that the kernel runs
    assert not most["cut"]
    assert len(most["objects"]) == 2
    assert {each["object"] for each in most["accesses"]} == {0, 1}
    for number, each in enumerate(most["objects"]):
        assert 1 <= each["dirty_lines"] <= each["lines"] <= 6, number


def test_what_an_ipc_accesses_are_members(profile: Any) -> None:
    tcb = class_named(profile, "flat::Tcb")
    places = {one["name"]: one["offset"] for one in tcb["members"]}
    for access in tcb["sequences"][0]["accesses"]:
        end = access["offset"] + access["size_bytes"]
        assert access["members"], access
        assert all(places[name] < end for name in access["members"]), access


def test_weights_are_shares_and_invocations_those_of_the_run(profile: Any) -> None:
    for each in profile["classes"]:
        assert abs(sum(one["weight"] for one in each["sequences"]) - 1) < 0.001
        assert sum(one["times"] for one in each["sequences"]) <= profile["invocations"]


def test_a_kernel_without_objects_is_refused() -> None:
    done = trace("hello", "-t", "x86_64")
    assert done.returncode == 1
    assert "error[F0811]: the kernel recorded no objects that could be laid out" in done.stderr
    assert "run it with `--variant flat`" in done.stderr


def test_the_last_lines_of_a_kernel_that_fails_are_in_the_error() -> None:
    words = ("build", "panic", "-t", "x86_64", "--variant", "laid-out")
    done = subprocess.run(
        [kit / "flat", *words], capture_output=True, text=True, check=False, cwd=kit
    )
    assert done.returncode == 1
    assert "error[F0812]: the kernel could not be traced" in done.stderr
    assert "its last lines:" in done.stderr
    assert "demo::Panic::run [main]" in done.stderr


def test_a_process_without_entries_cannot_be_traced() -> None:
    done = trace("hello", "-t", "hosted")
    assert done.returncode == 1
    assert "error[F0814]" in done.stderr


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = trace("pingpong", "-o", str(tmp_path / "file" / "profile.json"))
    assert done.returncode == 1
    assert "error[F0808]" in done.stderr


def test_a_process_is_recorded_whose_lines_are_shown_in_errors_alone() -> None:
    options = BuildOptions(step=Step("flat"), target="hosted")
    built = build_kernel("ipc-cycles", options)
    assert class_named(record_profile(built, options, is_quiet=True), "flat::Tcb")["sequences"]
