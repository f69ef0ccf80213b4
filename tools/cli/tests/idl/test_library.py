# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs interfaces core bindings
"""The lattice of interfaces, names in C++, the cache, generators, and `flat idl`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.idl import builtin, names, plugins
from flatland.idl.bridge import End, WholeBinding
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import load_interfaces
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
        "import sys; from pathlib import Path; from flatland.idl.load import load_interfaces;"
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


counting = """
from flatland.idl import cpp

def declare(file, library):
    methods = [cpp.signature(each) for each in library.methods(file.declaration.full_name)]
    return {"counting.txt": " ".join(each.declaration for each in methods)}
"""


def test_a_generator_of_a_file_is_registered_like_the_declarations(
    library: InterfaceLibrary, tmp_path: Path
) -> None:
    (tmp_path / "counting.py").write_text(counting, encoding="utf-8")
    generators = [
        plugins.generator(plugins.declaration),
        plugins.generator("counting", tmp_path / "counting.py"),
    ]
    file = next(each for each in library.files if each.declaration.full_name == "flat.boot.Entry")
    texts: dict[str, str] = {}
    for generator in generators:
        assert generator.declare
        texts |= generator.declare(file, library)
    assert texts["counting.txt"] == "void run()"
    assert "virtual void run() = 0;" in texts["flat/boot/entry.hpp"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("def bridge(binding):\n    return 1 // 0\n", 2, "ZeroDivisionError"),
        ("def bridge(binding):\n    return 'text'\n", 1, "returned no Bridge"),
        ("import no_such_module\n", 1, "no_such_module"),
        ("x = 1\ndef bridge(:\n", 2, "SyntaxError"),
        ("x = 1\n", 1, "has no function `bridge(binding)`"),
    ],
)
def test_a_generator_that_fails_is_an_error_at_its_line(
    library: InterfaceLibrary, tmp_path: Path, text: str, line: int, message: str
) -> None:
    file = tmp_path / "generator.py"
    file.write_text(text, encoding="utf-8")
    entry = library.interface("flat.boot.Entry")
    end = End("main", "entry", "boot.Main", "kernel")
    binding = WholeBinding(
        *(
            "odd",
            "main_entry_odd",
            entry,
            entry,
            library,
            end,
            end,
            None,
            {},
            (),
            {},
            {},
            {},
            (),
            5,
            0,
            0,
        )
    )
    with pytest.raises(FlatError) as caught:
        plugins.generator("odd", file).bridge(binding)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "F0715"
    assert message in diagnostic.message
    assert diagnostic.span
    assert (diagnostic.span.file, diagnostic.span.line) == (file, line)


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
