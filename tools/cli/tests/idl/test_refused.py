# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs interfaces core bindings
"""Each refused construct gets the diagnostic that stands beside it.

With FLAT_UPDATE_EXPECTED=1 in the environment the expectations are written instead of compared.
"""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError, render
from flatland.idl import load, parser
from flatland.idl.cache import Stamp
from flatland.idl.load import load_interfaces

kit = Path(__file__).parents[4]
folder = Path(__file__).parent / "refused" / "bad"
stems = {path.stem for path in folder.glob("*.java")}
cases = sorted(stem for stem in stems if stem.removesuffix("B") not in stems - {stem})


_packages = ("boot", "core", "hal", "lang", "log", "memory", "object", "thread")
"""Those of the kit that the cases use, and what these use: resolving all takes much longer."""


@pytest.fixture(autouse=True, scope="module")
def kit_is_parsed_once() -> Iterator[None]:
    """Every case reads the kit's own files as well. Resolving changes them, so each gets a copy."""
    known: dict[Path, bytes] = {}
    parse = parser.parse

    def parse_once(root: Path, path: Path, data: bytes) -> parser.Parsed:
        if not path.is_relative_to(kit):
            return parse(root, path, data)
        if path not in known:
            known[path] = pickle.dumps(parse(root, path, data))
        copy: parser.Parsed = pickle.loads(known[path])
        return copy

    scan = load._scan

    def scan_some(root: Path) -> Iterator[Stamp]:
        wanted = [str(root / "flat" / each) + "/" for each in _packages]
        for stamp in scan(root):
            if root != kit / "interfaces" or stamp.path.startswith(tuple(wanted)):
                yield stamp

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "parse", parse_once)
        patch.setattr(load, "_scan", scan_some)
        yield


def refusal(case: str, folder_of_case: Path) -> str:
    """The diagnostics for one case, alone in a source root beside the kit's own."""
    package = folder_of_case / "bad"
    package.mkdir()
    for name in (case, f"{case}B"):
        if (folder / f"{name}.java").exists():
            shutil.copy(folder / f"{name}.java", package)
    with pytest.raises(FlatError) as caught:
        load_interfaces([kit / "interfaces", folder_of_case])
    return render(caught.value.diagnostics, base=folder_of_case).replace(f"{kit}/", "")


@pytest.mark.parametrize("case", cases)
def test_refused_construct_gets_its_diagnostic(case: str, tmp_path: Path) -> None:
    expected = folder / f"{case}.txt"
    text = refusal(case, tmp_path)
    if "FLAT_UPDATE_EXPECTED" in os.environ:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def write(root: Path, name: str, text: str | bytes) -> None:
    """A file below a source root."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def codes(*roots: Path) -> list[str]:
    """The codes of the errors in some source roots beside the kit's own."""
    with pytest.raises(FlatError) as caught:
        load_interfaces([kit / "interfaces", *roots])
    return [each.code for each in caught.value.diagnostics]


def interface(name: str, *imports: str) -> str:
    """A small interface of package bad."""
    lines = [f"import {each};" for each in ("flat.lang.Version", *imports)]
    text = "\n".join(["package bad;", *lines])
    return f"{text}\n@Version(1)\npublic interface {name} {{}}\n"


def test_two_files_with_one_header_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "bad/IoPort.java", interface("IoPort"))
    write(tmp_path, "bad/IOPort.java", interface("IOPort"))
    assert codes(tmp_path) == ["F0608"]


def test_two_kernel_objects_of_one_name_are_refused(tmp_path: Path) -> None:
    for package in ("bad", "worse"):
        text = "import flat.lang.KernelObject;\npublic final class Port extends KernelObject {}\n"
        write(tmp_path, f"{package}/Port.java", f"package {package};\n{text}")
    assert codes(tmp_path) == ["F0608"]


@pytest.mark.parametrize("package", ["my-kit", "flat/flat", "Kit", "union", "std", "a/u8"])
def test_folders_that_cannot_be_namespaces_are_refused(tmp_path: Path, package: str) -> None:
    text = interface("Port").replace("package bad", f"package {package.replace('/', '.')}")
    if package != "my-kit":  # which is a syntax error besides
        write(tmp_path, f"{package}/Port.java", text)
        assert codes(tmp_path) == ["F0613"]
    write(tmp_path, f"{package}/Port.java", interface("Port"))
    assert codes(tmp_path) == ["F0613"]


def test_a_file_outside_any_package_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "Port.java", interface("Port").replace("package bad;", ""))
    assert codes(tmp_path) == ["F0612"]


def test_a_type_declared_in_two_roots_is_refused(tmp_path: Path) -> None:
    for root in ("one", "two"):
        write(tmp_path / root, "bad/Port.java", interface("Port"))
    assert codes(tmp_path / "one", tmp_path / "two") == ["F0612"]


def test_an_import_of_the_files_own_name_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "bad/Timer.java", interface("Timer", "flat.hal.Timer"))
    assert codes(tmp_path) == ["F0604"]


def test_text_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "bad/Port.java", b"// \xff\n" + interface("Port").encode())
    assert codes(tmp_path) == ["F0601"]


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    body = f"{{ int A = {'(' * 5000}1{')' * 5000}; }}"
    write(tmp_path, "bad/Port.java", interface("Port").replace("{}", body))
    assert codes(tmp_path) == ["F0601"]


def test_additions_to_flat_lang_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "flat/lang/u128.java", "package flat.lang;\npublic final class u128 {}\n")
    assert codes(tmp_path) == ["F0612"]


def test_types_of_an_unreadable_file_cause_no_follow_up_errors(tmp_path: Path) -> None:
    write(tmp_path, "bad/Port.java", "package bad;\npublic interface Port {\n")
    user = interface("User", "bad.Port").replace("{}", "extends Port { Port.Kind f(Port port); }")
    write(tmp_path, "bad/User.java", user)
    assert codes(tmp_path) == ["F0601"]


def test_types_that_were_left_out_cause_no_follow_up_errors(tmp_path: Path) -> None:
    body = "{ record Size(int[] x) {} Size size(); interface Inner { Size inner(); } }"
    write(tmp_path, "bad/Port.java", interface("Port").replace("{}", body))
    user = interface("User").replace("{}", "{ Port.Size size(); }")
    write(tmp_path, "bad/User.java", user)
    assert codes(tmp_path) == ["F0605"]


def test_types_inherited_from_an_unknown_interface_cause_no_follow_up_errors(
    tmp_path: Path,
) -> None:
    write(tmp_path, "bad/Port.java", interface("Port").replace("{}", "extends Unknown {}"))
    user = interface("User").replace("{}", "extends Port { Inherited f(); }")
    write(tmp_path, "bad/User.java", user)
    assert codes(tmp_path) == ["F0603"]


def test_a_misnamed_type_causes_no_follow_up_errors(tmp_path: Path) -> None:
    write(tmp_path, "bad/Port.java", interface("Harbour"))
    write(tmp_path, "bad/User.java", interface("User").replace("{}", "{ Harbour a(); Port b(); }"))
    assert codes(tmp_path) == ["F0612"]


def test_generic_types_cause_no_follow_up_errors(tmp_path: Path) -> None:
    body = "extends List<Port> { List<Port> a() throws E<Port>; }"
    write(tmp_path, "bad/Port.java", interface("Port").replace("{}", body))
    assert codes(tmp_path) == ["F0602", "F0602", "F0602"]
