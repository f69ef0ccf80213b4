# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: components/service tools/cli/flatland/builder
"""Tests of `flat build component`, and of kernels that carry such objects or any other file."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from flatland import paths
from flatland.builder.shapes import kit_digest, shapes
from flatland.idl.load import load_interfaces
from tests.builder.sample import flat, hello_kernel, make_workspace

adder_flat = """\
// SPDX-License-Identifier: BSD-2-Clause
// Adds up.
component Adder {
    provides Stage stage;
    optional Log log;
    attribute u64 first = 1;
    source "adder.cpp";
}
"""

adder_hpp = """\
#pragma once
#include <sample/adder.flat.hpp>
namespace flat::sample {
class Adder : public AdderComponent {
public:
    using AdderComponent::AdderComponent;
    u64 pass(u64 value) override;
};
}
"""

adder_cpp = """\
#include <sample/adder.hpp>
namespace flat::sample {
u64 Adder::pass(u64 value) {
    return first + value;
}
}
"""

adder = {
    "components/sample/adder.flat": adder_flat,
    "components/sample/adder.hpp": adder_hpp,
    "components/sample/adder.cpp": adder_cpp,
}


def build(folder: Path, *words: str) -> Path:
    """The object of the component."""
    done = flat(folder, "build", "component", "sample.Adder", "--relocatable", *words)
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.strip()


def fail(folder: Path, *words: str) -> str:
    """What a build of the object says that must fail."""
    done = flat(folder, "build", "component", "sample.Adder", "--relocatable", *words)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stderr


@pytest.mark.parametrize("target", ["x86_64", "hosted"])
@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_an_object_can_lie_anywhere_and_says_what_it_is(
    tmp_path: Path, target: str, compiler: str
) -> None:
    file = build(make_workspace(tmp_path, adder), "-t", target, "--compiler", compiler)
    content = file.read_bytes()
    (kind,) = struct.unpack_from("<H", content, 16)
    assert kind == 3
    for text in (b"flat_component", b"sample.Adder", b"flat.demo.Stage@1", b"flat.log.Log@1"):
        assert text + b"\0" in content
    assert struct.pack("<QQ", kit_digest(paths.kit), 1) in content


@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_an_object_for_domains_says_that_it_is_for_them(tmp_path: Path, compiler: str) -> None:
    folder = make_workspace(tmp_path, adder)
    file = build(folder, "--unprivileged", "--compiler", compiler)
    content = file.read_bytes()
    digest = kit_digest(paths.kit)
    assert struct.pack("<QQ", digest, 0) in content
    assert struct.pack("<QQ", digest, 1) not in content


def test_what_only_the_kernel_has_is_in_no_object_for_domains(tmp_path: Path) -> None:
    source = adder_cpp.replace("#include", "#include <machine/interrupts.hpp>\n#include", 1)
    files = {**adder, "components/sample/adder.cpp": source}
    text = fail(make_workspace(tmp_path, files), "--unprivileged")
    assert "machine/interrupts.hpp" in text


def test_a_setting_is_in_the_object(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, adder)
    value = 0x1234_5678_9ABC
    plain = build(folder).read_bytes()
    changed = build(folder, "--set", f"first={value}").read_bytes()
    assert value.to_bytes(6, "little") in changed
    assert value.to_bytes(6, "little") not in plain


def test_wrong_settings_and_names_are_told_without_a_place(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, adder)
    assert "error[F0301]: `sample.Adder` has no attribute `frist`" in fail(
        folder, "--set", "frist=1"
    )
    assert "command-line" not in fail(folder, "--set", "first=true")
    done = flat(folder, "build", "component", "sample.Ader", "--relocatable")
    assert "did you mean `sample.Adder`?" in done.stderr
    assert "error[F0501]" in fail(folder, "-t", "pdp11")


def test_what_reads_a_kernel_object_is_refused(tmp_path: Path) -> None:
    source = adder_cpp.replace("#include", "#include <object/tcb.hpp>\n#include", 1)
    text = fail(make_workspace(tmp_path, {**adder, "components/sample/adder.cpp": source}))
    assert "error[F0720]: sample.Adder cannot be loaded: components/sample/adder.cpp reads" in text


def test_what_calls_more_than_the_kernel_gives_is_refused(tmp_path: Path) -> None:
    source = adder_cpp.replace("u64 Adder", "u64 unknown(u64);\nu64 Adder")
    source = source.replace("first + value", "unknown(value)")
    text = fail(make_workspace(tmp_path, {**adder, "components/sample/adder.cpp": source}))
    assert text.startswith("error[F0721]: sample.Adder cannot be loaded: it calls a function")
    assert "unknown" in text


@pytest.mark.parametrize(
    "words",
    [
        ["component", "sample.Adder"],
        ["component", "--relocatable"],
        ["sample", "x"],
        ["sample", "--unprivileged"],
    ],
)
def test_half_a_command_says_the_whole_one(tmp_path: Path, words: list[str]) -> None:
    done = flat(make_workspace(tmp_path, adder), "build", *words)
    assert done.returncode == 2
    assert "error[F0722]" in done.stderr
    assert "flat build component COMPONENT --relocatable" in done.stderr


def test_a_kernel_carries_objects_and_files_as_they_are(tmp_path: Path) -> None:
    text = "what the kernel carries\n" * 100
    modules = 'module words = "data/words.txt";\n    module adder = sample.Adder { first = 7 };\n'
    kernel = hello_kernel.replace("target", f"{modules}    target", 1)
    files = {**adder, "kernels/sample/sample.flat": kernel, "data/words.txt": text}
    folder = make_workspace(tmp_path, files)
    done = flat(folder, "build", "sample")
    assert done.returncode == 0, done.stderr
    modules_file = folder / "build/kernels/sample/hosted/modules.S"
    assert f'.incbin "{folder}/data/words.txt"' in modules_file.read_text(encoding="utf-8")
    assert "modules: words, adder" in flat(folder, "graph", "sample").stdout
    objects = list(folder.glob("build/kernels/sample/hosted/loadable/adder/*.flat.so"))
    assert len(objects) == 1


def test_a_kernel_that_loads_nothing_has_no_byte_of_what_loaders_read(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert flat(folder, "build", "sample").returncode == 0
    text = (folder / "build/kernels/sample/hosted/sample.elf.map").read_text(encoding="utf-8")
    assert "flat_interfaces" not in text


def test_a_digest_changes_with_what_an_interface_passes() -> None:
    library = load_interfaces([paths.kit / "interfaces"])
    known = dict(shapes(library, ["flat.service.Trader"]))
    assert set(known) == {
        "flat.core.AbstractResource@1",
        "flat.lang.Top@1",
        "flat.service.Offer@1",
        "flat.service.Trader@1",
    }
    assert len(set(known.values())) == len(known)
