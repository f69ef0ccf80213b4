# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: tools/cli/flatland/builder tools/cli/flatland/bench tools/collapse
"""Tests of kernels built at each step of the ladder.

Where `collapse` itself is not what is tested, a launcher of the test's own stands in its place: it
writes its arguments down and compiles as it is told.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from flatland.builder.ladder import Step, VariantName
from flatland.builder.pipeline import BuildOptions
from flatland.builder.toolchain import CompilerName
from flatland.diagnostics import Diagnostic, FlatError
from flatland.guided.build import build_kernel
from flatland.setup import native_tools
from flatland.setup.native_tools import NativeTool
from tests.builder.sample import flat, hello_cpp, make_workspace

both: tuple[CompilerName, ...] = ("clang", "g++")

launcher = """#!/bin/sh
echo "$*" >> "$(dirname "$0")/calls"
while [ "$1" != -- ]; do shift; done
shift
echo "flattened everything" >&2
exec "$@"
"""


@pytest.fixture
def collapse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the launcher, with its `calls`."""
    tool = NativeTool("collapse", tmp_path / "tools", tmp_path / "bin")
    tool.program.parent.mkdir(parents=True)
    tool.program.write_text(launcher, encoding="utf-8")
    tool.program.chmod(0o755)
    monkeypatch.setattr(native_tools, "kit_tool", lambda name: tool)
    monkeypatch.setattr(NativeTool, "is_up_to_date", lambda self: True)
    return tool.program.parent


def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> Path:
    """A workspace with the kernel `sample`, entered; a component's files may be replaced."""
    replaced = {f"components/sample/{name}.cpp": text for name, text in files.items()}
    folder = make_workspace(tmp_path / "work", replaced)
    monkeypatch.chdir(folder)
    return folder


def output_of(image: Path) -> str:
    return subprocess.run([image], capture_output=True, text=True, timeout=60, check=True).stdout


def refusal(options: BuildOptions) -> Diagnostic:
    with pytest.raises(FlatError) as caught:
        build_kernel("sample", options)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


@pytest.mark.parametrize("compiler", both)
def test_a_flat_kernel_is_one_unit_behind_collapse_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collapse: Path, compiler: CompilerName
) -> None:
    folder = workspace(tmp_path, monkeypatch)
    built = build_kernel("sample", BuildOptions(compiler=compiler, step=Step("flat")))
    assert built.image.parent.name == "flat"
    assert output_of(built.image) == "sample\n"
    (call,) = (collapse / "calls").read_text().splitlines()
    plan = built.image.with_name("collapse-plan.json")
    assert call.startswith(f"--plan {plan} --verbose -- ")
    assert f"-c {built.image.with_name('kernel.cpp')} " in call
    assert '"flat::sample::HelloComponent::Ports"' in plan.read_text()
    assert [each.read_text() for each in built.summaries] == ["flattened everything\n"]
    assert not list((folder / "build/objects").rglob("hello.cpp.o"))


def test_a_flat_kernel_is_built_again_when_a_source_or_collapse_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collapse: Path
) -> None:
    folder = workspace(tmp_path, monkeypatch)
    options = BuildOptions(step=Step("flat"))
    for _ in range(2):
        built = build_kernel("sample", options)
    calls = collapse / "calls"
    assert len(calls.read_text().splitlines()) == 1
    changed = hello_cpp.replace("sample\\n", "changed\\n")
    (folder / "components/sample/hello.cpp").write_text(changed, encoding="utf-8")
    build_kernel("sample", options)
    assert output_of(built.image) == "changed\n"
    (collapse / "collapse").write_text(f"{launcher}# newer\n", encoding="utf-8")
    build_kernel("sample", options)
    assert len(calls.read_text().splitlines()) == 3


def test_final_compiles_each_source_behind_collapse_with_a_plan_that_seals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collapse: Path
) -> None:
    workspace(tmp_path, monkeypatch)
    built = build_kernel("sample", BuildOptions(step=Step("final")))
    assert output_of(built.image) == "sample\n"
    calls = (collapse / "calls").read_text().splitlines()
    assert any("hello.cpp" in call for call in calls)
    assert any("wiring.cpp" in call for call in calls)
    assert len(built.summaries) == len(calls)


@pytest.mark.parametrize("compiler", both)
def test_a_name_that_two_sources_define_is_told_with_both_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collapse: Path, compiler: CompilerName
) -> None:
    folder = workspace(
        tmp_path,
        monkeypatch,
        hello=hello_cpp + "namespace flat { namespace { int twice() { return 1; } } }\n"
        "int first() { return flat::twice(); }\n",
        other="namespace flat { namespace { int twice() { return 2; } } }\n"
        "int second() { return flat::twice(); }\n",
    )
    declaration = folder / "components/sample/hello.flat"
    text = declaration.read_text().replace('"hello.cpp"', '"hello.cpp", "other.cpp"')
    declaration.write_text(text, encoding="utf-8")
    build_kernel("sample", BuildOptions(compiler=compiler))  # each source alone is right
    diagnostic = refusal(BuildOptions(compiler=compiler, step=Step("flat")))
    assert diagnostic.code == "F0713"
    assert "twice" in diagnostic.message
    notes = "\n".join(diagnostic.notes)
    assert "hello.cpp:" in notes and "other.cpp:" in notes


def test_macros_of_a_source_end_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collapse: Path
) -> None:
    folder = workspace(
        tmp_path,
        monkeypatch,
        hello=f"#define WORD 1\n{hello_cpp}static_assert(WORD == 1);\n",
        other="#define WORD 2\nstatic_assert(WORD == 2);\n",
    )
    declaration = folder / "components/sample/hello.flat"
    text = declaration.read_text().replace('"hello.cpp"', '"hello.cpp", "other.cpp"')
    declaration.write_text(text, encoding="utf-8")
    built = build_kernel("sample", BuildOptions(step=Step("flat")))
    assert output_of(built.image) == "sample\n"


def test_a_refusal_of_collapse_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collapse: Path
) -> None:
    workspace(tmp_path, monkeypatch)
    refuse = "#!/bin/sh\necho 'error[C0301]: bytes are compared here' >&2\nexit 1\n"
    (collapse / "collapse").write_text(refuse, encoding="utf-8")
    diagnostic = refusal(BuildOptions(step=Step("flat")))
    assert (diagnostic.code, diagnostic.message) == (
        "F0714",
        "sample: collapse refuses kernel.cpp",
    )
    assert "bytes are compared here" in diagnostic.notes[0]


@pytest.mark.parametrize("compiler", both)
@pytest.mark.parametrize("retpolines", [False, True])
def test_a_kernel_that_is_optimized_when_linked_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: CompilerName, retpolines: bool
) -> None:
    workspace(tmp_path, monkeypatch)
    step = Step("lto", retpolines)
    built = build_kernel("sample", BuildOptions(compiler=compiler, step=step))
    assert output_of(built.image) == "sample\n"


@pytest.mark.parametrize("compiler", both)
def test_a_static_constructor_is_refused_where_code_is_made_when_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: CompilerName
) -> None:
    early = hello_cpp + 'namespace { struct A { A() { asm volatile("nop"); } }; A a; }\n'
    workspace(tmp_path, monkeypatch, hello=early)
    assert refusal(BuildOptions(compiler=compiler, step=Step("lto"))).code == "F0708"


_indirect = re.compile(r"(?:call|jmp)q?\s+\*")


def indirect_branches(image: Path) -> int:
    """How many the kernel has."""
    command = ["llvm-objdump-19", "-d", "--no-show-raw-insn", str(image)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return len(_indirect.findall(listing))


@pytest.mark.parametrize("compiler", both)
@pytest.mark.parametrize("variant", ["virtual", "lto"])
def test_with_retpolines_a_kernel_has_no_indirect_branch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: CompilerName, variant: VariantName
) -> None:
    workspace(tmp_path, monkeypatch)
    counts = {
        retpolines: indirect_branches(
            build_kernel(
                "sample", BuildOptions("x86_64", compiler, step=Step(variant, retpolines))
            ).image
        )
        for retpolines in (False, True)
    }
    assert counts[False] > 0
    assert counts[True] == 0


switching = """assembly Switching extends Sample {
    traps = arch.Traps;
    target x86_64;
}
"""


@pytest.mark.parametrize("compiler", both)
@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_with_retpolines_a_switch_of_contexts_is_no_indirect_branch_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: CompilerName, variant: VariantName
) -> None:
    folder = workspace(tmp_path, monkeypatch)
    file = folder / "kernels" / "sample" / "switching.flat"
    file.write_text(switching, encoding="utf-8")
    options = BuildOptions("x86_64", compiler, step=Step(variant, retpolines=True))
    image = build_kernel(str(file), options).image
    names = subprocess.run(["llvm-nm-19", str(image)], capture_output=True, text=True, check=True)
    assert "switch_context" in names.stdout
    assert indirect_branches(image) == 0


def functions_that_only_tables_name(kernel: Path) -> int:
    """How many of the interfaces' own, which the sample calls nowhere."""
    image = build_kernel(str(kernel), BuildOptions("x86_64", step=Step("flat"))).image
    names = subprocess.run(["llvm-nm-19", str(image)], capture_output=True, text=True, check=True)
    return len(re.findall(r"Component6narrow", names.stdout))


def test_an_image_that_is_optimized_as_a_whole_has_nothing_that_only_tables_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workspace(tmp_path, monkeypatch) / "kernels" / "sample"
    whole = folder / "whole.flat"
    whole.write_text("assembly Whole extends Sample { optimize whole; }\n", encoding="utf-8")
    assert functions_that_only_tables_name(folder / "sample.flat") > 0
    assert functions_that_only_tables_name(whole) == 0


def test_steps_have_images_of_their_own_that_other_steps_leave_alone(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    images = []
    for words in ([], ["--variant", "lto"], ["--retpolines"]):
        done = flat(folder, "build", "sample", *words)
        assert done.returncode == 0, done.stderr
        images.append(done.stdout.strip())
    assert len(set(images)) == 3
    before = {file: (folder / file).read_bytes() for file in images}
    assert flat(folder, "build", "sample").returncode == 0
    assert {file: (folder / file).read_bytes() for file in images} == before
    assert len(list((folder / "build/objects").iterdir())) == 1
