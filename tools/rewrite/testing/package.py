# SPDX-License-Identifier: BSD-2-Clause
"""Installs a tool alone, packs it, and uses both: it runs, and all that its help names is told."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

_libraries = ("libclang-cpp19", "libllvm19", "libclang-common-19-dev", "libstdc++6")


def run(*words: str | Path, folder: Path | None = None) -> str:
    """What a command prints; its failure ends the test with its output."""
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(is_right: bool, what: str) -> None:
    """Ends the test unless it is right."""
    if not is_right:
        sys.exit(f"package.py: {what}")


def verbs_of(name: str, page: str) -> list[str]:
    """The verbs that the first lines of the help list."""
    found = re.search(rf"^ *{name} (.* \| .*) \.\.\.", page, re.MULTILINE)
    return found[1].split(" | ") if found else []


def options_of(page: str) -> set[str]:
    """What the lines of the help describe."""
    return set(re.findall(r"^  (--?[a-z-]+)", page, re.MULTILINE))


def check_prefix(name: str, prefix: Path) -> None:
    """The program, its manual, and what bash completes."""
    program = prefix / "bin" / name
    expect(run(program, "--version").startswith(f"{name} "), "another version")
    pages = {"": run(program, "--help")}
    verbs = verbs_of(name, pages[""])
    expect("explain" in verbs, f"the help lists the verbs {verbs}")
    pages |= {verb: run(program, verb, "--help") for verb in verbs}
    check_manual((prefix / "share/man/man1" / f"{name}.1").read_text(encoding="utf-8"), pages)
    completions = prefix / "share/bash-completion/completions" / name
    for verb, page in pages.items():
        words = [*([verb] if verb else []), "-"]
        expect(complete(program, completions, words) == options_of(page), f"options of {words}")
    expect(complete(program, completions, [""]) == set(verbs), "another choice of verbs")
    expect(complete(program, completions, ["--", "gcc", "-"]) == set(), "gcc has its own")


def check_manual(manual: str, pages: dict[str, str]) -> None:
    """Every verb and option of the help has its entry."""
    entries = re.findall(r"^\.It (.*)$", manual, re.MULTILINE)
    for verb, page in pages.items():
        expect(not verb or f"Cm {verb}" in entries, f"the manual lacks the verb {verb}")
        for option in options_of(page):
            long = option.startswith("--")
            entry = f"Fl Fl {option[2:]}" if long else f"Fl {option[1:]}"
            expect(
                any(each == entry or each.startswith(f"{entry} ") for each in entries),
                f"the manual lacks the option {option}",
            )


def complete(program: Path, completions: Path, words: list[str]) -> set[str]:
    """What bash offers for the last of some words after the program's name."""
    line = shlex.join([program.name, *words])
    script = (
        f"PATH={shlex.quote(str(program.parent))}:$PATH; source {shlex.quote(str(completions))}\n"
        f"COMP_WORDS=({line}); COMP_CWORD={len(words)}; _{program.name}\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return set(run("bash", "-c", script).split())


def unpacked(name: str, build: Path, folder: Path) -> Path:
    """The Debian package, with all that it needs named, as it would lie in the root."""
    config = build / "CPackConfig.cmake"
    choice = f"CPACK_COMPONENTS_ALL={name}"
    run("cpack", "-G", "DEB", "--config", config, "-D", choice, "-B", folder / "packed")
    packages = list((folder / "packed").glob("*.deb"))
    expect([each.name.partition("_")[0] for each in packages] == [name], f"packed {packages}")
    needs = run("dpkg-deb", "--field", packages[0], "Depends")
    for library in _libraries:
        expect(library in needs, f"the package does not need {library}: {needs}")
    run("dpkg-deb", "--extract", packages[0], folder / "root")
    files = [str(each) for each in (folder / "root").rglob("*") if each.is_file()]
    expect(any(f"doc/{name}/{name}.md" in file for file in files), "the guide is missing")
    expect(not any("libclang" in file for file in files), "it holds what is not its own")
    return folder / "root" / "usr"


def check_sessions(prefix: Path, folder: Path) -> None:
    """What `specialize` has programs include, link and load comes from beside it."""
    program = prefix / "bin" / "specialize"
    (folder / "use.c").write_text("#include <flatland_slots.h>\nint main(void) { return 0; }\n")
    (folder / "facts.c").write_text("#include <flatland_facts.h>\nint ready;\n")
    runtime = run(program, "--runtime").split()
    plugin = run(program, "--pass").split()
    for word in (*runtime, *plugin):
        place = word.partition("=")[2] or word.removeprefix("-I")
        expect(word == "-pthread" or Path(place).is_relative_to(prefix), f"{word} is elsewhere")
    run("gcc", "use.c", *runtime, "-o", "use", folder=folder)
    run(folder / "use")
    run("clang-19", "-O2", *plugin, "-c", "facts.c", "-o", "facts.o", folder=folder)


def main() -> None:
    """Works in a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="the tool")
    parser.add_argument("--build", type=Path, required=True, help="the build folder of the tools")
    arguments = parser.parse_args()
    name: str = arguments.name
    with tempfile.TemporaryDirectory(prefix=f"{name}-package-") as place:
        folder = Path(place)
        prefix = folder / "prefix"
        run("cmake", "--install", arguments.build, "--prefix", prefix, "--component", name)
        prefixes = (prefix, unpacked(name, arguments.build, folder))
        for each in prefixes:
            check_prefix(name, each)
            if name == "specialize":
                check_sessions(each, folder)


if __name__ == "__main__":
    main()
