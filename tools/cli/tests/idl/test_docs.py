# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs interfaces core bindings
"""What the documents say of the interface compiler is what it does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.idl import builtin, cpp
from flatland.idl.load import load_interfaces

kit = Path(__file__).parents[4]
pages = sorted((kit / "docs" / "errors").glob("F06*.md"))
declared = re.compile(r"public (?:final )?(?:interface|class|enum|record) (\w+)")
package = "flat.building"


def blocks(text: str, language: str) -> list[str]:
    """The examples in one language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def write_files(example: str, root: Path) -> None:
    """The files of an example, which `// Name.java` lines separate.

    What is not said is what every file needs: the package and imports of flat.lang.
    """
    imports = "".join(f"import {builtin.package}.{name};\n" for name in sorted(builtin.names))
    for text in re.split(r"^// \w+\.java\n", example, flags=re.MULTILINE):
        name = declared.search(text)
        if name:
            whole = text if text.startswith("package") else f"package {package};\n{imports}{text}"
            path = root / package.replace(".", "/") / f"{name[1]}.java"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(whole, encoding="utf-8")


@pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)
def test_the_example_of_an_error_page_triggers_it_and_the_mended_one_does_not(
    page: Path, tmp_path: Path
) -> None:
    examples = blocks(page.read_text(encoding="utf-8"), "java")
    if page.stem == "F0618":  # about the command line: tested there
        return
    bad, good = examples
    write_files(bad, tmp_path / "bad")
    with pytest.raises(FlatError) as caught:
        load_interfaces([kit / "interfaces", tmp_path / "bad"])
    assert {each.code for each in caught.value.diagnostics} == {page.stem}
    write_files(good, tmp_path / "good")
    load_interfaces([kit / "interfaces", tmp_path / "good"])


def test_every_code_of_the_interface_compiler_has_a_page_and_a_case() -> None:
    sources = [*(kit / "tools" / "cli" / "flatland" / "idl").glob("*.py")]
    sources.append(kit / "tools" / "cli" / "flatland" / "commands" / "idl.py")
    cases = (Path(__file__).parent / "refused" / "bad").glob("*.txt")

    def codes(files: list[Path]) -> set[str]:
        return {code for file in files for code in re.findall(r"F06\d\d", file.read_text("utf-8"))}

    assert codes(sources) == {page.stem for page in pages}
    assert codes(list(cases)) == {page.stem for page in pages} - {"F0618"}


def test_the_subset_page_shows_what_is_generated(tmp_path: Path) -> None:
    text = (kit / "docs" / "java-subset.md").read_text(encoding="utf-8")
    (java,) = blocks(text, "java")
    (expected,) = blocks(text, "cpp")
    path = tmp_path / "flat" / "block" / "Disk.java"
    path.parent.mkdir(parents=True)
    path.write_text(java, encoding="utf-8")
    (file,) = load_interfaces([tmp_path]).files
    assert expected in cpp.generate(file)


def test_the_subset_page_names_all_of_flat_lang() -> None:
    text = (kit / "docs" / "java-subset.md").read_text(encoding="utf-8")
    missing = [name for name in builtin.names if not re.search(rf"\b{name}\b", text)]
    assert missing == []
