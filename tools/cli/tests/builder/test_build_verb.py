# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: tools/cli/flatland/builder tools/cli/flatland/ninja
"""Tests of `flat build` as a user calls it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from flatland import paths
from flatland.ninja.file import launcher
from flatland.planp.compiler import compile_file
from tests.builder.sample import (
    flat,
    flat_command,
    hello_cpp,
    hello_kernel,
    interruptible,
    make_workspace,
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose kernel is built for the hosted target."""
    folder = make_workspace(tmp_path_factory.mktemp("built"))
    done = flat(folder, "build", "sample")
    assert done.returncode == 0, done.stderr
    return folder


def fail(folder: Path, *words: str) -> str:
    """What a build that must fail says."""
    done = flat(folder, "build", "sample", *words)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stderr


def test_the_image_is_printed_and_exists(built: Path) -> None:
    done = flat(built, "build", "sample")
    assert done.stdout == "build/kernels/sample/hosted/sample.elf\n"
    assert (built / done.stdout.strip()).is_file()


def objects_of(folder: Path) -> dict[str, int]:
    """When each object file of a workspace was written, in nanoseconds."""
    objects = (folder / "build/objects").rglob("*.o")
    return {str(file.relative_to(folder)): file.stat().st_mtime_ns for file in objects}


def test_a_build_with_nothing_to_do_writes_nothing(built: Path) -> None:
    image = built / "build/kernels/sample/hosted/sample.elf"
    before = objects_of(built), image.stat().st_mtime_ns
    assert flat(built, "build", "sample").returncode == 0
    assert (objects_of(built), image.stat().st_mtime_ns) == before


def test_one_changed_component_is_all_that_is_compiled(built: Path) -> None:
    before = objects_of(built)
    text = f"{hello_cpp}// changed\n"
    (built / "components/sample/hello.cpp").write_text(text, encoding="utf-8")
    assert flat(built, "build", "sample").returncode == 0
    after = objects_of(built)
    changed = [Path(file).name for file in after if after[file] != before.get(file)]
    assert changed == ["hello.cpp.o"]


def test_the_image_of_another_domain_is_refused_before_anything_is_compiled(
    tmp_path: Path,
) -> None:
    kernel = (
        "// SPDX-License-Identifier: BSD-2-Clause\n"
        "// A kernel with a domain of its own.\n"
        "assembly Sample {\n"
        "    domain app {\n"
        "        far_console = sample.Quiet;\n"
        "        far = sample.Hello;\n"
        "    }\n"
        "    console = platform.Console;\n"
        "    hello = sample.Hello;\n"
        "    hello.console -> console.console;\n"
        "    far.console -> far_console.console;\n"
        "    target bare;\n"
        "}\n"
    )
    variant = (
        "# SPDX-License-Identifier: BSD-2-Clause\n"
        'platform = "linux"\n'
        'summary = "an architecture of one domain"\n'
    )
    quiet = 'component Quiet {\n    provides Console console;\n    source "quiet.cpp";\n}\n'
    bare = "dimensions/arch/bare"
    files = {"kernels/sample/sample.flat": kernel, f"{bare}/variant.toml": variant}
    files |= {f"components/sample/quiet.{end}": "// Quiet.\n" for end in ("hpp", "cpp")}
    files["components/sample/quiet.flat"] = quiet
    files |= {f"{bare}/{name}_arch.hpp": "// A share.\n" for name in ("tcb", "space")}
    folder = make_workspace(tmp_path, files)
    assert flat(folder, "check", "sample").returncode == 0
    graph = json.loads(flat(folder, "graph", "sample", "--format", "json").stdout)
    assert [each["domain"] for each in graph["images"]] == ["kernel", "app"]
    assert [each["name"] for each in graph["images"][1]["instances"]] == ["far_console", "far"]
    done = flat(folder, "build", "sample")
    assert done.returncode == 1
    assert "error[F0711]: there are no domains beside the kernel's on `bare` yet" in done.stderr
    assert "kernels/sample/sample.flat:4:12" in done.stderr
    assert not list(folder.glob("build/kernels/**/*.elf"))
    assert not list(folder.glob("build/objects/**/*.o"))


def test_the_plan_and_the_compile_commands_are_written(built: Path) -> None:
    (plan,) = json.loads((built / "build/kernels/sample/hosted/plan.json").read_text())["images"]
    assert [each["name"] for each in plan["instances"]] == ["console", "hello"]
    assert plan["bindings"][0]["server"]["class"] == "flat::platform::Console"
    commands = json.loads((built / "compile_commands.json").read_text())
    mine = next(each for each in commands if each["file"].endswith("sample/hello.cpp"))
    source_only = mine["command"].replace(f" -o {mine['output']}", " -fsyntax-only")
    subprocess.run(source_only, shell=True, cwd=mine["directory"], check=True)


def test_another_kernel_of_the_same_target_compiles_no_component_again(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert flat(folder, "build", "sample").returncode == 0
    text = (folder / "kernels/sample/sample.flat").read_text(encoding="utf-8")
    other = folder / "kernels/other/other.flat"
    other.parent.mkdir()
    other.write_text(text.replace("Sample", "Other"), encoding="utf-8")
    objects = {file: file.stat().st_mtime_ns for file in folder.glob("build/objects/**/*.o")}
    assert objects
    assert flat(folder, "build", "other").returncode == 0
    assert flat(folder, "build", "sample").returncode == 0
    assert {
        file: file.stat().st_mtime_ns for file in folder.glob("build/objects/**/*.o")
    } == objects


def test_a_program_for_routers_that_changes_is_compiled_again(tmp_path: Path) -> None:
    module = '    module program = "kernels/sample/sample.planp";\n'
    kernel = hello_kernel.replace("    target", f"{module}    target", 1)
    folder = make_workspace(tmp_path, {"kernels/sample/sample.flat": kernel})
    program = folder / "kernels/sample/sample.planp"
    for value in (0x1234, 0x5678, 0x9ABC):
        text = f"channel network(ps : int, ss : int, p : ether*blob) is (ps + {value}, ss)\n"
        program.write_text(text, encoding="utf-8")
        done = flat(folder, "build", "sample")
        assert done.returncode == 0, done.stderr
        form = folder / "build/kernels/sample/hosted/sample.form"
        assert form.read_bytes() == compile_file(program).encode()


def test_a_component_that_does_not_compile_is_named(tmp_path: Path) -> None:
    broken = hello_cpp.replace("console->write", "consol->write")
    text = fail(make_workspace(tmp_path, {"components/sample/hello.cpp": broken}))
    assert text.startswith("error[F0706]: sample.Hello: hello.cpp does not compile\n")
    assert "components/sample/hello.cpp:5:" in text
    assert "use of undeclared identifier 'consol'" in text
    assert "-fno-rtti" not in text  # no command line between the user and the message


def test_an_undefined_symbol_is_passed_on(tmp_path: Path) -> None:
    lacking = hello_cpp.replace(
        "void Hello::run() {", "void shout();\nvoid Hello::run() { shout();"
    )
    text = fail(make_workspace(tmp_path, {"components/sample/hello.cpp": lacking}))
    assert text.startswith("error[F0707]: sample does not link\n")
    assert "undefined symbol: flat::sample::shout()" in text
    assert "hello.cpp" in text


@pytest.mark.parametrize("target", ["hosted", "x86_64"])
def test_a_static_constructor_is_refused_and_its_source_named(tmp_path: Path, target: str) -> None:
    early = hello_cpp + 'namespace { struct A { A() { asm volatile("nop"); } }; A a; }\n'
    text = fail(make_workspace(tmp_path, {"components/sample/hello.cpp": early}), "-t", target)
    assert text.startswith("error[F0708]: static constructors in hello.cpp\n")


def test_a_mistake_of_composition_is_told_before_anything_is_compiled(tmp_path: Path) -> None:
    kernel = "assembly Sample { hello = sample.Hello; target hosted; }\n"
    text = fail(make_workspace(tmp_path, {"kernels/sample/sample.flat": kernel}))
    assert "error[F02" in text
    assert not list(tmp_path.glob("build/**/*.o"))


def test_a_step_that_is_none_of_the_ladder_is_told_with_those_that_are(built: Path) -> None:
    done = flat(built, "build", "sample", "--variant", "round")
    assert done.returncode == 2
    assert done.stderr.startswith("error[F0709]: there is no variant `round`")
    assert "virtual, final, lto, flat, alphabetical, laid-out, special" in done.stderr


def test_what_the_assembly_knows_is_constant_in_special(built: Path) -> None:
    done = flat(built, "build", "sample", "--variant", "special")
    assert done.returncode == 0, done.stderr
    image = built / done.stdout.strip()
    listed = subprocess.run(["nm", str(image)], capture_output=True, text=True, check=True)
    assert "flat_placed_hello" in listed.stdout


def test_an_unknown_kernel_is_told_with_the_nearest(built: Path) -> None:
    done = flat(built, "build", "sampel")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error[F0701]: there is no kernel `sampel`\nhelp: did you mean")
    assert flat(built, "build", "no/such.flat").returncode == 1


def test_a_new_file_in_a_folder_of_components_is_noticed(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert flat(folder, "build", "sample").returncode == 0
    twin = folder / "components/twin"
    twin.mkdir()
    for name in ("hello.flat", "hello.hpp", "hello.cpp"):
        shutil.copy(folder / "components/sample" / name, twin / name)
    kernel = folder / "kernels/sample/sample.flat"
    kernel.write_text(kernel.read_text().replace("sample.Hello", "Hello"), encoding="utf-8")
    text = fail(folder)
    assert "sample.Hello" in text and "twin.Hello" in text


def test_control_c_ends_the_build_with_its_children_and_leaves_nothing_half_made(
    tmp_path: Path,
) -> None:
    slow = hello_cpp + (
        "constexpr unsigned long spin(unsigned long n) {\n"
        "    unsigned long x = 1;\n"
        "    for (unsigned long i = 0; i < n; ++i) x = x * 3 + i;\n"
        "    return x;\n"
        "}\n"
        "template<unsigned long n> struct Slow {\n"
        "    static constexpr unsigned long value = spin(1000000 + n);\n"
        "};\n"
        "unsigned long slow = Slow<1>::value + Slow<2>::value + Slow<3>::value;\n"
    )
    folder = make_workspace(tmp_path, {"components/sample/hello.cpp": slow})
    options = {"CCC_OVERRIDE_OPTIONS": "+-fconstexpr-steps=2000000000"}
    with interruptible(flat_command("build", "sample"), folder, options) as process:
        deadline = time.monotonic() + 60
        while not compilers_of(folder) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert compilers_of(folder)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert not compilers_of(folder)
    assert not list(folder.glob("build/objects/**/hello.cpp.o"))


def compilers_of(folder: Path) -> list[str]:
    """The command lines of compilers that work on a workspace's slow file now."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().split(b"\0")
        except OSError:
            continue
        if str(folder / "components/sample/hello.cpp").encode() in words:
            found.append(str(file))
    return found


def test_builds_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    options = (["-t", "hosted"], ["-t", "x86_64"], ["-t", "hosted"], ["--compiler", "g++"])
    builds = [
        subprocess.Popen(
            flat_command("build", "sample", *words),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for words in options
    ]
    outputs = [build.communicate(timeout=120) for build in builds]
    assert [build.returncode for build in builds] == [0, 0, 0, 0], outputs


_kit_parts = (
    *("core", "interfaces", "dimensions", "components", "bindings", "kernels", "user"),
    "tools/cli",
)


@pytest.mark.parametrize(("kernel", "target"), [("hello", "hosted"), ("pingpong", "x86_64")])
def test_the_same_input_gives_the_same_bytes_in_every_folder(
    tmp_path: Path, kernel: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compilations are remembered on the strength of this, so here both are made."""
    monkeypatch.delenv(launcher, raising=False)
    first, second = tmp_path / "a", tmp_path / "another/and much longer"
    for part in _kit_parts:
        ignored = shutil.ignore_patterns("__pycache__", ".*_cache", "tests")
        shutil.copytree(paths.kit / part, first / part, ignore=ignored)
    shutil.copytree(first, second)
    images = []
    for kit, folder in ((first, first), (second, second / "components/boot")):
        done = flat(folder, "build", kernel, "-t", target, kit=kit)
        assert done.returncode == 0, done.stderr
        images.append((folder / done.stdout.strip()).read_bytes())
    assert images[0] == images[1]
