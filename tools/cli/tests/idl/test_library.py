# SPDX-License-Identifier: BSD-2-Clause
"""The lattice of interfaces, names in C++, the cache, generators, and `flat idl`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flatland.idl import InterfaceLibrary, builtin, cpp, load_interfaces, names, plugins
from flatland.idl.model import Interface, InterfaceFile
from flatland.main import main

kit = Path(__file__).parents[4]
accepted = Path(__file__).parent / "accepted"
sample = "flat.sample."


@pytest.fixture(scope="module")
def library() -> InterfaceLibrary:
    return load_interfaces([kit / "interfaces", accepted])


def test_supertypes_come_nearest_first_and_each_once(library: InterfaceLibrary) -> None:
    found = library.supertypes(sample + "Diamond")
    near = [sample + "Left", sample + "Right", sample + "Nested.Step", "flat.lang.Top"]
    assert found == (*near, sample + "Base")
    assert library.supertypes("flat.lang.Top") == ()


def test_a_subtype_is_what_extends_directly_or_not(library: InterfaceLibrary) -> None:
    assert library.is_subtype(sample + "Diamond", sample + "Base")
    assert library.is_subtype(sample + "Diamond", sample + "Diamond")
    assert library.is_subtype(sample + "Minimal", "flat.lang.Top")
    assert not library.is_subtype(sample + "Base", sample + "Diamond")
    assert not library.is_subtype(sample + "Left", sample + "Right")


def test_the_minimal_set_leaves_out_what_others_extend(library: InterfaceLibrary) -> None:
    given = [sample + name for name in ("Base", "Diamond", "Minimal", "Left", "Minimal")]
    assert library.minimal(given) == (sample + "Diamond", sample + "Minimal")


def test_missing_methods_are_compared_by_name_and_signature(library: InterfaceLibrary) -> None:
    missing = library.missing_methods(sample + "Left", sample + "Diamond")
    assert [method.name for method in missing] == ["diamond", "right", "step"]
    assert missing[1].signature == "flat.lang.u32 right(flat.sample.Base.Kind)"
    assert library.missing_methods(sample + "Diamond", sample + "Left") == ()


def test_looking_up_what_does_not_exist(library: InterfaceLibrary) -> None:
    assert library.get("flat.sample.Nothing") is None
    assert sample + "Nested.Step" in library and "u32" not in library
    for name in ("flat.sample.Nothing", sample + "Shape"):
        with pytest.raises(KeyError):
            library.supertypes(name)


@pytest.mark.parametrize(
    ("java", "expected"),
    [
        ("yieldTo", "yield_to"),
        ("sizeLog2", "size_log2"),
        ("getURL", "get_url"),
        ("toUTFText", "to_utf_text"),
        ("OUT_OF_MEMORY", "out_of_memory"),
        ("MAX_2D", "max_2d"),
        ("NamingContext", "naming_context"),
        ("x", "x"),
    ],
)
def test_names_are_split_into_words(java: str, expected: str) -> None:
    assert names.words(java) == expected


def test_keywords_get_an_underscore() -> None:
    mapped = [names.member(name) for name in ("register", "yield", "paddr", "narrow", "DELETE")]
    assert mapped == ["register_", "yield", "paddr_", "narrow_", "delete_"]


def test_flat_lang_on_disk_is_what_the_compiler_knows() -> None:
    files = (kit / "interfaces" / "flat" / "lang").glob("*.java")
    assert {file.stem for file in files} == builtin.names


def copy_of_the_kit(folder: Path) -> Path:
    """One interface in a root of its own, old enough to be cached."""
    path = folder / "flat" / "log" / "Log.java"
    path.parent.mkdir(parents=True)
    path.write_bytes((kit / "interfaces" / "flat" / "log" / "Log.java").read_bytes())
    os.utime(path, ns=(10**18, 10**18))
    return path


def test_what_is_cached_is_what_was_read(tmp_path: Path) -> None:
    copy_of_the_kit(tmp_path / "root")
    fresh = load_interfaces([tmp_path / "root"], tmp_path / "cache")
    cached = load_interfaces([tmp_path / "root"], tmp_path / "cache")
    assert cached.files == fresh.files
    assert cached.files[0] is not fresh.files[0]


def test_a_cache_hit_needs_no_parser(tmp_path: Path) -> None:
    copy_of_the_kit(tmp_path / "root")
    load_interfaces([tmp_path / "root"], tmp_path / "cache")
    program = (
        "import sys; from pathlib import Path; from flatland.idl import load_interfaces;"
        "load_interfaces([Path(sys.argv[1])], Path(sys.argv[2]));"
        "print('tree_sitter' in sys.modules)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "root"), str(tmp_path / "cache")]
    folder = kit / "tools" / "cli"
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = copy_of_the_kit(tmp_path / "root")
    load_interfaces([tmp_path / "root"], tmp_path / "cache")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("write(", "print("), encoding="utf-8")
    log = load_interfaces([tmp_path / "root"], tmp_path / "cache").interface("flat.log.Log")
    assert [method.name for method in log.methods] == ["print"]


def test_a_removed_file_is_gone(tmp_path: Path) -> None:
    path = copy_of_the_kit(tmp_path / "root")
    load_interfaces([tmp_path / "root"], tmp_path / "cache")
    path.unlink()
    assert load_interfaces([tmp_path / "root"], tmp_path / "cache").files == ()


def test_a_file_just_written_is_not_trusted_to_stay_as_it_is(tmp_path: Path) -> None:
    path = copy_of_the_kit(tmp_path / "root")
    path.touch()
    load_interfaces([tmp_path / "root"], tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_damaged_cache_is_no_harm(tmp_path: Path) -> None:
    copy_of_the_kit(tmp_path / "root")
    fresh = load_interfaces([tmp_path / "root"], tmp_path / "cache")
    (entry,) = (tmp_path / "cache").iterdir()
    intact = entry.read_bytes()
    damages = [b"", intact[:40], intact[:-1], intact[:-9] + b"X" + intact[-8:], b"X" + intact[1:]]
    for damage in damages:
        entry.write_bytes(damage)
        assert load_interfaces([tmp_path / "root"], tmp_path / "cache").files == fresh.files
        assert entry.read_bytes() == intact


def test_a_cache_that_cannot_be_written_is_no_harm(tmp_path: Path) -> None:
    copy_of_the_kit(tmp_path / "root")
    (tmp_path / "cache").write_text("a file, not a folder")
    assert len(load_interfaces([tmp_path / "root"], tmp_path / "cache").files) == 1


class CountingProxy:
    """A binding kind for the test: a stub that counts calls and forwards them."""

    kind = "counting"

    def generate(self, file: InterfaceFile, library: InterfaceLibrary) -> dict[str, str]:
        """A class for a top-level interface, nothing for other types."""
        interface = file.declaration
        if not isinstance(interface, Interface):
            return {}
        methods = [
            f"void {names.member(each.name)}() override {{ ++calls; target.{each.name}(); }}"
            for each in library.methods(interface.full_name)
        ]
        scope = names.scope(interface.package, interface.name)
        lines = [
            f"#include <{cpp.header_path(file)}>",
            f"struct Counting{interface.name} final : {scope} {{",
            f"    explicit Counting{interface.name}({scope}& target) : target(target) {{}}",
            *(f"    {method}" for method in methods),
            f"    {scope}& target;",
            "    int calls = 0;",
            "};",
        ]
        return {f"counting/{names.words(interface.name)}.hpp": "\n".join(lines) + "\n"}


def test_a_binding_kind_generates_its_own_files(
    library: InterfaceLibrary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plugins, "_generators", dict(plugins._generators))
    plugins.register(CountingProxy())
    assert plugins.kinds() == ["counting", "declaration"]
    for file in library.files:
        if file.declaration.full_name in ("flat.boot.Entry", sample + "Shape"):
            for kind in plugins.kinds():
                for name, text in plugins.generator(kind).generate(file, library).items():
                    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
                    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [file.name for file in (tmp_path / "counting").iterdir()] == ["entry.hpp"]
    source = tmp_path / "main.cpp"
    source.write_text(
        """#include <counting/entry.hpp>
        struct Kernel final : flat::boot::Entry {
            void run() override { ran = true; }
            bool ran = false;
        };
        int main() {
            Kernel kernel;
            CountingEntry proxy(kernel);
            static_cast<flat::boot::Entry&>(proxy).run();
            return kernel.ran && proxy.calls == 1 ? 0 : 1;
        }""",
        encoding="utf-8",
    )
    program = tmp_path / "main"
    command = ["g++", "-std=c++20", f"-I{tmp_path}", f"-I{kit}", str(source), "-o", str(program)]
    subprocess.run(command, check=True, timeout=120)
    subprocess.run([program], check=True, timeout=10)


def test_a_kind_is_registered_once() -> None:
    with pytest.raises(ValueError, match="declaration"):
        plugins.register(cpp.DeclarationGenerator())


def test_flat_idl_prints_what_is_generated(capsys: pytest.CaptureFixture[str]) -> None:
    path = kit / "interfaces" / "flat" / "hal" / "Timer.java"
    assert main(["idl", str(path)]) == 0
    text = capsys.readouterr().out
    assert "virtual u64 now_ns() = 0;" in text
    assert main(["idl", str(path), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"flat/hal/timer.hpp": text}


def test_flat_idl_accepts_a_file_outside_the_kit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "interfaces" / "acme" / "Bell.java"
    path.parent.mkdir(parents=True)
    text = "package acme;\nimport flat.lang.Version;\n@Version(1)\npublic interface Bell {}\n"
    path.write_text(text, encoding="utf-8")
    assert main(["idl", str(path)]) == 0
    assert "class Bell : public virtual flat::Top" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("interfaces/flat/hal/Nothing.java", 1, "F0618"),
        ("LICENSE", 1, "F0618"),
        ("interfaces/flat/lang/Buf.java", 1, "F0618"),
    ],
)
def test_flat_idl_says_which_file_it_cannot_use(
    capsys: pytest.CaptureFixture[str], path: str, status: int, message: str
) -> None:
    assert main(["idl", str(kit / path)]) == status
    assert message in capsys.readouterr().err


def test_flat_idl_says_which_kinds_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    path = kit / "interfaces" / "flat" / "hal" / "Timer.java"
    assert main(["idl", "--kind", "telepathy", str(path)]) == 2
    assert "declaration" in capsys.readouterr().err
