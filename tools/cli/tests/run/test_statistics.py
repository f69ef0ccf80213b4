# SPDX-License-Identifier: BSD-2-Clause
"""Tests of `flat run --stats`: counters are read from kernels, whatever their end is."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from flatland.run.statistics import Statistics
from tests.builder.sample import (
    flat,
    flat_command,
    hello_cpp,
    hello_flat,
    interruptible,
    make_workspace,
)

_counting_hpp = """#pragma once
#include <core/measure/counters.hpp>
#include <core/guarded.hpp>
#include <sample/hello.flat.hpp>

namespace flat::sample {
struct Statistics {
    u64 asked = 0;
    u64 told = 0;
};
struct Half {
    Counter bytes;
    Counter errors;
};
/// What it is, other units than the one of `note` are not told.
class Part {
public:
    virtual void note();

    Counter bytes;
    Counter errors;

protected:
    ~Part() = default;
};
struct Place : Part {
    void note() override;
};
class Base {
protected:
    SharedCounter inherited_;
};
class Hello : public HelloComponent, private Base {
public:
    Hello(Ports const& ports, Attributes const& attributes);
    void run() override;

private:
    void count();

    u64 no_counter_ = 99;
    Counter runs_;
    Guarded<Half> sent_;
    Place received_[2];
    Guarded<Statistics> record_;
    Counter* apart_ = nullptr;
};
} // namespace flat::sample
"""

_counting_cpp = """#include <core/panic.hpp>
#include <core/text.hpp>
#include <sample/hello.hpp>

namespace flat::sample {
Hello::Hello(Ports const& ports, Attributes const& attributes)
    : HelloComponent(ports, attributes) {}

void Hello::count() {
    ++runs_;
    ++inherited_;
    sent_.lock()->bytes += 1000000007;
    received_[1].note();
    record_.lock()->told = 5;
    apart_ = &runs_;
    if (no_counter_ == 0) ++*apart_;
}

void Hello::run() {
    count();
    console->write(Text("sample\\n").bytes());
    END
}
} // namespace flat::sample
"""

_part_cpp = """#include <sample/hello.hpp>

namespace flat::sample {
void Part::note() {
    ++errors;
}

void Place::note() {
    errors += 4;
}
} // namespace flat::sample
"""

_counts = {
    "inherited": 1,
    "runs": 1,
    "sent.bytes": 1_000_000_007,
    "sent.errors": 0,
    "received.0.bytes": 0,
    "received.0.errors": 0,
    "received.1.bytes": 0,
    "received.1.errors": 4,
    "asked": 0,
    "told": 5,
}

_endings = {
    "returns": "",
    "goes-on": 'for (;;) asm volatile("");',
    "panics": 'panic("enough");',
    "is-killed": "*reinterpret_cast<u8 volatile*>(16) = 1;",
}

targets = pytest.mark.parametrize("target", ["hosted", "x86_64"])


def _workspace(folder: Path, ending: str) -> Path:
    files = {
        "components/sample/hello.flat": hello_flat.replace(
            '"hello.cpp"', '"hello.cpp", "part.cpp"'
        ),
        "components/sample/hello.hpp": _counting_hpp,
        "components/sample/hello.cpp": _counting_cpp.replace("END", _endings[ending]),
        "components/sample/part.cpp": _part_cpp,
    }
    return make_workspace(folder, files)


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel that counts, says `sample`, and ends."""
    return _workspace(tmp_path_factory.mktemp("counting"), "returns")


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same that never ends."""
    return _workspace(tmp_path_factory.mktemp("endless"), "goes-on")


def _statistics(output: str) -> Any:
    return json.loads(output)["statistics"]


@targets
@pytest.mark.parametrize(
    "ways",
    [
        ("--compiler", "g++"),
        ("--variant", "flat"),
        ("--variant", "special"),
    ],
)
def test_all_counters_of_an_instance_are_told(
    counting: Path, target: str, ways: tuple[str, ...]
) -> None:
    done = flat(counting, "run", "sample", "-t", target, "--stats", "--format", "json", *ways)
    told = _statistics(done.stdout)
    assert told == {"hello": {"component": "sample.Hello", "counts": _counts}}


@targets
def test_people_see_what_is_not_0_after_the_console(counting: Path, target: str) -> None:
    done = flat(counting, "run", "sample", "-t", target, "--stats")
    assert done.stdout == (
        "sample\n\n"
        "hello (sample.Hello)\n"
        "    inherited                           1\n"
        "    runs                                1\n"
        "    sent.bytes               1 000 000 007\n"
        "    received.1.errors                   4\n"
        "    told                                5\n"
        "5 of 10 counters are 0\n"
    )
    assert done.returncode == 0


@targets
def test_a_kernel_that_is_ended_by_a_line_has_counted(endless: Path, target: str) -> None:
    words = ("--stats", "--format", "json", "--until", "sam")
    done = flat(endless, "run", "sample", "-t", target, *words)
    assert _statistics(done.stdout)["hello"]["counts"] == _counts


@targets
def test_a_kernel_that_is_ended_by_a_time_limit_has_counted(endless: Path, target: str) -> None:
    words = ("run", "sample", "-t", target, "--stats", "--format", "json", "--timeout")
    for seconds in (1, 8, 64):  # until it has said something: the machine may be busy
        done = flat(endless, *words, str(seconds))
        if "sample\n" in done.stderr:
            break
    assert _statistics(done.stdout)["hello"]["counts"] == _counts


@targets
def test_control_c_ends_a_server_and_shows_what_it_has_counted(endless: Path, target: str) -> None:
    command = flat_command("run", "sample", "-t", target, "--stats")
    with interruptible(command, endless) as process:
        assert process.stdout
        assert process.stdout.readline() == "sample\n"
        process.send_signal(signal.SIGINT)
        assert "runs                                1\n" in process.stdout.read()


@targets
def test_a_signal_shows_counters_while_the_kernel_runs(endless: Path, target: str) -> None:
    command = flat_command("run", "sample", "-t", target, "--stats")
    with interruptible(command, endless) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline() == "sample\n"
        for _ in range(2):
            process.send_signal(signal.SIGUSR1)
            lines = [process.stderr.readline() for _ in range(7)]
            assert lines[0] == "hello (sample.Hello)\n", lines
            assert lines[6] == "5 of 10 counters are 0\n"
        assert process.poll() is None


@targets
def test_a_panic_keeps_the_counters(tmp_path: Path, target: str) -> None:
    folder = _workspace(tmp_path, "panics")
    done = flat(folder, "run", "sample", "-t", target, "--stats", "--format", "json")
    assert _statistics(done.stdout)["hello"]["counts"] == _counts
    assert json.loads(done.stdout)["status"] == 101


def test_a_process_that_was_killed_has_told_nothing(tmp_path: Path) -> None:
    folder = _workspace(tmp_path, "is-killed")
    done = flat(folder, "run", "sample", "--stats")
    assert "no statistics: the kernel was gone before" in done.stdout
    assert done.returncode == 1


def test_a_kernel_that_could_not_start_leaves_signals_as_they_were(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGUSR1)
    Statistics(tmp_path / "no.elf", "Image", ram_file=None).end()
    assert signal.getsignal(signal.SIGUSR1) == before


def test_a_kernel_that_counts_nothing_says_so(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, {"components/sample/hello.cpp": hello_cpp})
    done = flat(folder, "run", "sample", "--stats")
    assert done.stdout == ("sample\n\nno statistics: no component of this kernel counts anything\n")
    done = flat(folder, "run", "sample", "--stats", "--format", "json")
    assert _statistics(done.stdout) == {}


def test_without_the_option_nothing_is_read(counting: Path) -> None:
    done = flat(counting, "run", "sample", "--format", "json")
    assert "statistics" not in json.loads(done.stdout)


def test_the_counters_are_those_of_the_configuration_that_runs(tmp_path: Path) -> None:
    folder = _workspace(tmp_path, "returns")
    (folder / "kernels/sample/sample.flat").write_text(
        "assembly Sample {\n    configuration first = First;\n"
        "    configuration second = Second;\n    target x86_64;\n}\n"
    )
    body = "{\n    console = platform.Console;\n    NAME = sample.Hello;\n}\n"
    for name, instance in (("First", "one"), ("Second", "two")):
        (folder / f"kernels/sample/{name.lower()}.flat").write_text(
            f"assembly {name} " + body.replace("NAME", instance)
        )
    words = ("--stats", "--format", "json")
    for wanted, instance in (((), "first_one"), (("--configuration", "second"), "second_two")):
        done = flat(folder, "run", "sample", *words, *wanted)
        assert list(_statistics(done.stdout)) == [instance], done.stderr


_domains = """assembly Sample extends WithDomains {
    domain near {
        first = sample.Hello;
        first.console -> console.console via Syscall;
    }
    domain far {
        second = sample.Hello;
        second.console -> console.console via Syscall;
    }
}
"""


@targets
@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_domains_that_there_are_have_counted(tmp_path: Path, target: str, variant: str) -> None:
    folder = _workspace(tmp_path, "goes-on")
    (folder / "kernels/sample/sample.flat").write_text(_domains)
    words = ("run", "sample", "-t", target, "--variant", variant, "--stats", "--format", "json")
    for seconds in (2, 8, 64):  # until both have said something: the machine may be busy
        done = flat(folder, *words, "--timeout", str(seconds))
        if done.stderr.count("sample\n") == 2:
            break
    told = _statistics(done.stdout)
    for name in ("near.first", "far.second"):
        assert told[name] == {"component": "sample.Hello", "counts": _counts}, done.stderr


@targets
def test_a_domain_that_was_given_back_has_told_nothing(tmp_path: Path, target: str) -> None:
    folder = _workspace(tmp_path, "returns")
    (folder / "kernels/sample/sample.flat").write_text(_domains)
    done = flat(folder, "run", "sample", "-t", target, "--stats", "--format", "json")
    assert json.loads(done.stdout)["status"] == 0, done.stderr
    assert not {"near.first", "far.second"} & set(_statistics(done.stdout))
