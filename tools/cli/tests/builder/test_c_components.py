# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components dimensions
# One run in 3, unless changed: tools/cli/flatland/builder tools/cli/flatland/idl
"""Components in C as a user writes them: what they can do, and what is said of mistakes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.c_component import CComponent
from flatland.idl.load import load_interfaces
from flatland.model.resolved import CPart
from tests.builder import sample
from tests.builder.sample import flat, make_workspace

hello_flat = """component Hello {
    provides Entry entry;
    requires Console console;
    attribute u32 times = 2;
    source "hello.c";
}
"""

hello_c = """#include <sample/hello.flat.h>

void flat_sample_Hello_entry_run(flat_sample_Hello* self) {
    static char const text[] = "from C\\n";
    flat_const_bytes const bytes = {(flat_u8 const*)text, sizeof text - 1};
    for (flat_u32 i = 0; i < self->times; ++i)
        flat_sample_Hello_console_write(self, bytes);
}
"""

meter_java = """package flat.sample;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

@Version(1)
public interface Meter extends Top {
    record Reading(u32 count, u64 sum) {}
    void add(u32 value, vaddr place);
    Reading reading();
    void hear(Listener listener);
    interface Listener extends Top {
        void heard(u32 value);
    }
}
"""

meter_flat = """component Gauge {
    provides Meter first, Meter second;
    state "struct gauge" from "gauge.h";
    type vaddr as "void*";
    type Meter.Reading as "struct reading" from "gauge.h";
    source "gauge.c";
}
"""

gauge_h = """struct reading {
    unsigned count;
    unsigned long sum;
};
struct gauge {
    struct reading first, second;
};
"""

gauge_c = """#include <sample/gauge.flat.h>

void flat_sample_Gauge_start(flat_sample_Gauge* self) {
    self->state.second.sum = 1000;
}

static void add(struct reading* to, flat_u32 value) {
    ++to->count;
    to->sum += value;
}

void flat_sample_Gauge_first_add(flat_sample_Gauge* self, flat_u32 value, void* place) {
    if (place) add(&self->state.first, value);
}

void flat_sample_Gauge_second_add(flat_sample_Gauge* self, flat_u32 value, void* place) {
    if (place) add(&self->state.second, value);
}

void flat_sample_Gauge_first_reading(flat_sample_Gauge* self, struct reading* result) {
    *result = self->state.first;
}

void flat_sample_Gauge_second_reading(flat_sample_Gauge* self, struct reading* result) {
    *result = self->state.second;
}

void flat_sample_Gauge_first_hear(flat_sample_Gauge* self, flat_sample_Meter_Listener* listener) {
    flat_sample_Meter_Listener_heard(listener, self->state.first.count);
}

void flat_sample_Gauge_second_hear(flat_sample_Gauge* self, flat_sample_Meter_Listener* listener) {
    flat_sample_Meter_Listener_heard(listener, self->state.second.count);
}
"""

main_flat = """component Hello {
    provides Entry entry, Meter.Listener listener;
    requires Meter meters[];
    late requires Console console;
    optional flat.sample.Meter absent;
    attribute i8 small = -3;
    attribute bool loud = true;
    attribute string greeting = "hello";
    attribute flat.log.Log.Level level = ERROR;
    source "hello.c";
}
"""

main_c = """#include <sample/hello.flat.h>
#include <string.h>

static void say(flat_sample_Hello* self, char const* text) {
    flat_const_bytes const bytes = {(flat_u8 const*)text, strlen(text)};
    flat_hal_Console_write(flat_sample_Hello_console(self), bytes);
}

static void number(flat_sample_Hello* self, flat_u64 value) {
    char text[] = "....\\n";
    for (int place = 3; place >= 0; --place, value /= 10)
        text[place] = (char)('0' + value % 10);
    say(self, text);
}

void flat_sample_Hello_listener_heard(flat_sample_Hello* self, flat_u32 value) {
    number(self, value);
}

void flat_sample_Hello_entry_run(flat_sample_Hello* self) {
    for (flat_usize i = 0; i < flat_sample_Hello_meters_size(self); ++i) {
        flat_sample_Meter* const meter = flat_sample_Hello_meters_at(self, i);
        flat_sample_Meter_Reading reading;
        flat_Top* const top = flat_sample_Meter_as_flat_Top(meter);
        flat_sample_Meter_add(meter, 7 + (flat_u32)i, (flat_vaddr)top);
        flat_sample_Meter_reading(meter, &reading);
        number(self, reading.sum);
        flat_sample_Meter_hear(meter, flat_sample_Hello_listener(self));
        if (flat_sample_Meter_narrow(top) != meter) say(self, "lost\\n");
        if (flat_hal_Console_narrow(top)) say(self, "found\\n");
    }
    if (flat_sample_Hello_absent(self)) say(self, "present\\n");
    if (self->small != -3 || !self->loud || self->level != flat_log_Log_Level_error)
        say(self, "other attributes\\n");
    say(self, self->greeting);
    say(self, "\\n");
}
"""

kernel = """assembly Sample {
    console = platform.Console;
    gauge = sample.Gauge;
    hello = sample.Hello;
    hello.meters -> [gauge.second, gauge.first];
    hello.absent -> none;
    target hosted, x86_64;
}
"""

gauges = {
    "interfaces/flat/sample/Meter.java": meter_java,
    "components/sample/gauge.flat": meter_flat,
    "components/sample/gauge.h": gauge_h,
    "components/sample/gauge.c": gauge_c,
}


def workspace(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder whose kernel's main component is in C."""
    texts = {
        "components/sample/hello.flat": hello_flat,
        "components/sample/hello.c": hello_c,
        **files,
    }
    made = make_workspace(folder, texts)
    for name in ("hello.hpp", "hello.cpp"):
        (made / "components/sample" / name).unlink()
    return made


def fail(folder: Path) -> str:
    """What a build that must fail says."""
    done = flat(folder, "build", "sample")
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stderr


def test_a_component_in_c_runs(tmp_path: Path) -> None:
    done = flat(workspace(tmp_path, {}), "run", "sample")
    assert (done.returncode, done.stdout) == (0, "from C\nfrom C\n"), done.stderr


def test_a_method_that_two_ports_share_belongs_to_the_first() -> None:
    ports = (
        sample.port("provides", "factory", "flat.core.BindingFactory"),
        sample.port("provides", "manager", "flat.core.ResourceManager"),
    )
    library = load_interfaces([paths.kit / "interfaces"])
    component = replace(sample.component("sample.Both", ports), c=CPart(None, ()))
    made = CComponent(component, library)
    assert [(port.name, method.name) for port, method in made.defined()] == [
        ("factory", "bind"),
        ("manager", "create"),
    ]
    assert made.own_objects() == []


def test_a_component_can_change_its_language(tmp_path: Path) -> None:
    folder = workspace(tmp_path, {})
    assert flat(folder, "build", "sample").returncode == 0
    for name in ("hello.flat", "hello.hpp", "hello.cpp"):
        text = {"hello.flat": sample.hello_flat, "hello.hpp": sample.hello_hpp}
        (folder / "components/sample" / name).write_text(text.get(name, sample.hello_cpp))
    done = flat(folder, "run", "sample")
    assert (done.returncode, done.stdout) == (0, "sample\n"), done.stderr


def test_reports_know_of_calls_from_c(tmp_path: Path) -> None:
    folder = workspace(tmp_path, {})
    done = flat(folder, "report", "bindings", "sample", "--format", "json")
    (edge,) = json.loads(done.stdout)
    assert (edge["client"], edge["calls"], edge["how"]) == ("hello.console", 1, {"virtual": 1})
    done = flat(folder, "report", "size", "sample")
    assert "sample.Hello" in done.stdout
    assert "calls from C" not in done.stdout


def test_all_forms_of_ports_types_and_attributes_work(tmp_path: Path) -> None:
    files = {
        **gauges,
        "components/sample/hello.flat": main_flat,
        "components/sample/hello.c": main_c,
        "kernels/sample/sample.flat": kernel,
    }
    folder = workspace(tmp_path, files)
    for target in ("hosted", "x86_64"):
        done = flat(folder, "run", "sample", "-t", target)
        assert done.stderr == ""
        assert done.stdout.split() == ["1007", "0001", "0008", "0001", "hello"]


@pytest.mark.parametrize(
    ("replaced", "by", "expected"),
    [
        (
            "Hello_entry_run",
            "Hello_entry_walk",
            "no previous prototype for function 'flat_sample_Hello_entry_walk'",
        ),
        (
            "_entry_run(flat_sample_Hello* self)",
            "_entry_run(flat_sample_Hello* self, int times)",
            "conflicting types for 'flat_sample_Hello_entry_run'",
        ),
    ],
)
def test_a_function_that_differs_from_its_prototype_does_not_compile(
    tmp_path: Path, replaced: str, by: str, expected: str
) -> None:
    text = hello_c.replace(replaced, by)
    said = fail(workspace(tmp_path, {"components/sample/hello.c": text}))
    assert "error[F0706]: sample.Hello: hello.c does not compile" in said
    assert expected in said


def test_functions_that_are_missing_are_named_with_their_prototypes(tmp_path: Path) -> None:
    text = "#include <sample/hello.flat.h>\n"
    said = fail(workspace(tmp_path, {"components/sample/hello.c": text}))
    assert said == (
        "error[F0717]: sample.Hello does not define a function of its ports\n"
        "   = void flat_sample_Hello_entry_run(flat_sample_Hello* self)\n"
        "help: define it in a source that the component names, and include its generated header\n"
        "\n"
        "1 error\n"
    )


@pytest.mark.parametrize(
    ("replaced", "by", "expected"),
    [
        ("void*", "struct nothing", "gauge.flat:4"),
        ("void*", "unsigned", "unsigned has not the size of flat.lang.vaddr"),
        ("void*", "double", "double is passed in other registers than flat.lang.vaddr"),
        ('type vaddr as "void*"', 'type u32 as "int"', "int has not the sign of flat.lang.u32"),
        ("struct reading", "struct gauge", "struct gauge has not the size of flat.sample.Meter"),
        ('"struct gauge"', '"struct { }"', "the state is empty"),
        ("struct gauge", "struct gouge", "gauge.flat:3"),
        ('from "gauge.h"', 'from "gouge.h"', "gouge.h"),
    ],
)
def test_a_type_of_c_that_does_not_fit_is_told_at_its_place(
    tmp_path: Path, replaced: str, by: str, expected: str
) -> None:
    text = meter_flat.replace(replaced, by)
    said = fail(
        workspace(
            tmp_path,
            {
                **gauges,
                "components/sample/gauge.flat": text,
                "kernels/sample/sample.flat": kernel.replace(
                    "    hello.meters", "    // hello"
                ).replace("    hello.absent", "    // hello"),
            },
        )
    )
    assert "error[F0718]: sample.Gauge: a type of C does not fit" in said
    assert expected in said
    assert "components/sample/gauge.flat:" in said
    assert said.endswith("\n1 error\n")
