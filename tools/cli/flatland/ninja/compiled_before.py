# SPDX-License-Identifier: BSD-2-Clause
# It starts for each compilation, and pathlib takes as long as all of its work.
# ruff: noqa: PTH103, PTH105, PTH110, PTH113, PTH116
"""Runs a compiler, unless it has compiled the same before: tests build kernels in many folders.

    python compiled_before.py FOLDER COMPILER ARGUMENT...

Ninja files put `$FLAT_COMPILED_BEFORE` before commands that compile. `flat test` sets it for tests
in Python; elsewhere it is unset, and nothing of this runs.

What is known is found in two steps, as ccache's direct mode does: by the command and the files
that it names, then by the content of all that was read. Where workspace and kit lie plays no part,
which ccache cannot do for paths that a map makes relative: products have none of them, since
`-ffile-prefix-map` has replaced them by `.`, and dependency files and messages get the paths of the
place where they are wanted. A file of the kit is the same whether the kit is the workspace or is
beside it: where folders that become `.` have files of one name, nothing is known of either. What
failed is never remembered. A header that now lies before one that
was read, in the order of the include folders, makes it another compilation. What dependency files
do not tell of, as files that assembly includes by `.incbin`, must not be compiled by this.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

_entries_max = 32
_map = "-ffile-prefix-map="
_root, _products = "\1", "\2"  # marks
_ends = frozenset(" \n\t:;,'\"`()<>\\")
"""What a path in a text does not have."""
_read_by_compilers = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH")
_program_bytes_min = 1 << 20  # from here on size and time tell a program apart: reading it is slow


class Places:
    """The folders whose own places do not matter: the workspace, the kit, what is built.

    In what is remembered a mark stands for each of those that products name `.`, all alike, and
    another for the folder of products.
    """

    def __init__(self, words: Iterable[str]) -> None:
        maps = [word.removeprefix(_map) for word in words if word.startswith(_map)]
        self._roots = sorted({each[:-2] for each in maps if each.endswith("=.")})
        self._build = next((each[:-8] for each in maps if each.endswith("=./build")), None)
        pairs = [(root, _root) for root in self._roots]
        pairs += [(self._build, _products)] if self._build else []
        self._pairs = sorted(pairs, key=lambda pair: -len(pair[0]))

    def away(self, text: str) -> str:
        """A text without their paths."""
        for folder, mark in self._pairs:
            text = text.replace(folder, mark)
        return text

    def file(self, name: str) -> str | None:
        """The file of a name without its place; None where there is none, or more than one."""
        mark, rest = name[:1], name[1:]
        if mark == _products:
            return f"{self._build}{rest}"
        if mark != _root:
            return name
        found = [root + rest for root in self._roots if os.path.exists(root + rest)]
        return found[0] if len(found) == 1 else None

    def back(self, text: str) -> str:
        """The text with the paths of the folders as they are here."""
        first, *others = text.replace(_products, f"{self._build}").split(_root)
        found = [first]
        for each in others:
            end = next((at for at, letter in enumerate(each) if letter in _ends), len(each))
            file = self.file(_root + each[:end]) or self._roots[0] + each[:end]
            found.append(file + each[end:])
        return "".join(found)


class Entry:
    """What a compilation read and made, all paths without their places."""

    def __init__(
        self, read: dict[str, str], hiding: list[str], product: str, dependencies: str, said: str
    ) -> None:
        self.read = read  # digests by file
        self.hiding = hiding
        self.product = product
        self.dependencies = dependencies
        self.said = said


class Compilation:
    """One command of a compiler, perhaps with `collapse` before it."""

    def __init__(self, folder: str, words: list[str]) -> None:
        self._folder = folder
        self._words = words
        self._places = Places(words)
        self._output = _after(words, "-o")
        self._dependencies = _after(words, "-MF")
        self._includes = list(_include_folders(words))
        self._digests: dict[str, str] = {}
        self._list = f"{folder}/{self._key()}"

    def run(self) -> int:
        """Makes the product; the exit code of the compiler."""
        entries = self._known()
        for entry in entries:
            if self._is_same(entry.read, entry.hiding) and self._take(entry):
                return 0
        status, said = _run(self._words)
        sys.stderr.buffer.write(said)
        if status == 0:
            self._remember(entries, said.decode("utf-8", "replace"))
        return status

    def _key(self) -> str:
        """Of the command, and of the files that it names: the source, plans, programs."""
        words = [word for word in self._words if word not in (self._output, self._dependencies)]
        text = list(_once(self._places.away(word) for word in words))
        text += [os.environ.get(name, "") for name in _read_by_compilers]
        for word in words:
            file = word if "/" in word else _program(word)
            if os.path.isfile(file):
                text.append(self._digest(file))
        return _of_text("\0".join(text))

    def _known(self) -> list[Entry]:
        try:
            with open(self._list, "rb") as file:
                return [Entry(**each) for each in marshal.load(file)]
        except (OSError, EOFError, ValueError, TypeError):
            return []

    def _is_same(self, read: dict[str, str], hiding: list[str]) -> bool:
        files = []
        for name, digest in read.items():
            file = self._places.file(name)
            if file is None or self._digest(file) != digest:
                return False
            files.append(file)
        return self._hiding(files) == hiding

    def _digest(self, file: str) -> str:
        if file not in self._digests:
            self._digests[file] = _of_file(file, self._places)
        return self._digests[file]

    def _hiding(self, files: Iterable[str]) -> list[str]:
        """Files that an include could mean in folders before that of the one that was read."""
        found: set[str] = set()
        for file in files:
            for number, folder in enumerate(self._includes):
                if file.startswith(folder):
                    name = file[len(folder) :]
                    before = (each + name for each in self._includes[:number])
                    found.update(self._places.away(each) for each in before if os.path.exists(each))
        return sorted(found)

    def _take(self, entry: Entry) -> bool:
        """Brings the product from where it is remembered; False if it is no longer there."""
        try:
            _copy(f"{self._folder}/{entry.product}", self._output)
        except OSError:
            return False
        back = self._places.back
        _write(self._dependencies, f"{self._output}: {back(entry.dependencies)}".encode())
        sys.stderr.write(back(entry.said))
        return True

    def _remember(self, entries: list[Entry], said: str) -> None:
        with open(self._dependencies, encoding="utf-8") as file:
            _, _, dependencies = file.read().partition(": ")
        away = self._places.away
        files = dict.fromkeys(_files_of(dependencies))
        read = {away(file): self._digest(file) for file in files}
        if len(read) < len(files):
            return  # two are called alike without their places
        product = f"{_of_file(self._output, Places([]))}.o"
        entry = Entry(read, self._hiding(files), product, away(dependencies), away(said))
        os.makedirs(self._folder, exist_ok=True)
        _copy(self._output, f"{self._folder}/{product}")
        kept = [entry, *entries][:_entries_max]
        _write(self._list, marshal.dumps([vars(each) for each in kept]))


def _run(words: list[str]) -> tuple[int, bytes]:
    """Runs a command to its end: its exit code as a shell tells it, and what it said."""
    with open(os.memfd_create("said"), "w+b") as said:
        redirected = (os.POSIX_SPAWN_DUP2, said.fileno(), 2)
        process = os.posix_spawnp(words[0], words, os.environ, file_actions=[redirected])
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        said.seek(0)
        return (code if code >= 0 else 128 - code), said.read()


def _after(words: Sequence[str], option: str) -> str:
    return words[words.index(option) + 1]


def _include_folders(words: Sequence[str]) -> Iterator[str]:
    """Where includes are looked up, each with a slash at its end."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "-isystem":
            yield f"{following}/"
        elif word.startswith("-I"):
            yield f"{word[2:]}/"


def _once(words: Iterable[str]) -> Iterator[str]:
    """Words without include folders and maps that came before: places may have become one."""
    seen: set[str] = set()
    for word in words:
        if word not in seen or not word.startswith(("-I", _map)):
            yield word
        seen.add(word)


def _files_of(dependencies: str) -> list[str]:
    """What a dependency file says that was read, after its colon."""
    files = dependencies.replace("\\\n", " ").replace("\\ ", "\0")
    return [each.replace("\0", " ") for each in files.split()]


def _program(word: str) -> str:
    """Where the shell finds a program; nowhere for an option."""
    folders = [] if word.startswith("-") else os.environ.get("PATH", "").split(":")
    found = (f"{folder}/{word}" for folder in folders if os.access(f"{folder}/{word}", os.X_OK))
    return os.path.realpath(next(found, ""))


def _of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _of_file(file: str, places: Places) -> str:
    """Of a file's content; paths in what is generated are those of the place where it lies."""
    try:
        status = os.stat(file)
        if os.access(file, os.X_OK) and status.st_size >= _program_bytes_min:
            return f"{status.st_size} {status.st_mtime_ns}"
        with open(file, "rb") as stream:
            content = stream.read()
    except OSError:
        return "none"
    name = places.away(file)
    if name.startswith(_products) or "/build/" in name:
        content = places.away(content.decode("utf-8", "surrogateescape")).encode(
            "utf-8", "surrogateescape"
        )
    return hashlib.sha256(content).hexdigest()


def _write(file: str, content: bytes) -> None:
    """Writes a file that is whole or is not there."""
    beside = f"{file}.{os.getpid()}"
    with open(beside, "wb") as stream:
        stream.write(content)
    os.replace(beside, file)


def _copy(source: str, target: str) -> None:
    """The same with the content of another file."""
    with open(source, "rb") as stream:
        content = stream.read()
    _write(target, content)


if __name__ == "__main__":
    sys.exit(Compilation(sys.argv[1], sys.argv[2:]).run())
