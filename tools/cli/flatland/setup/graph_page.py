# SPDX-License-Identifier: BSD-2-Clause
"""Makes the page of the graph browser from tools/graph when it is first needed, or has changed.

npm installs the versions of package-lock.json, which runs nothing of theirs; esbuild puts our
modules and the layout library into one script, since a page that is opened from disk may load no
modules.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from flatland import paths
from flatland.errors import failure
from flatland.files import locked, write_json
from flatland.setup.content import is_noted, note
from flatland.setup.install import ensure
from flatland.setup.tools import find

files = ("index.html", "page.css", "page.js")
"""What a page consists of, but for its data."""

_modules = "node_modules"
_bundle = (
    *(f"{_modules}/.bin/esbuild", "source/main.ts", "--bundle", "--minify", "--format=iife"),
    *("--target=es2022", "--loader:.css=text", "--legal-comments=eof", "--log-level=warning"),
)
_install = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def make_page(verbose: bool = False) -> Path:
    """The folder with the page's `files`; with nothing to do it is instant."""
    page = _page(paths.kit)
    if _is_up_to_date(paths.kit):
        return page
    ensure(find("node", "npm"))
    with locked(page.with_suffix(".lock")):
        if not _is_up_to_date(paths.kit):
            print("flat: making the page of the graph browser", file=sys.stderr)
            noted = note(_source(paths.kit), _sources(paths.kit))
            work = paths.kit / "build" / "tools" / "graph"
            install_modules(work, verbose)
            _make(work, page, verbose)
            write_json(_stamp(paths.kit), noted)
    return page


def install_modules(work: Path, verbose: bool = False, for_checks: bool = False) -> None:
    """Copies tools/graph to `work`, with what it needs of npm; `for_checks`: to be checked."""
    skipped = shutil.ignore_patterns(_modules)
    shutil.copytree(_source(paths.kit), work, ignore=skipped, dirs_exist_ok=True)
    _run([*_install, *([] if for_checks else ["--omit=dev"])], work, verbose)


def lend_page(kit: Path) -> None:
    """Gives a copy of this kit the page if it is up to date, so that it is not made again."""
    if _is_up_to_date(paths.kit):
        shutil.copytree(_page(paths.kit), _page(kit), dirs_exist_ok=True)
        shutil.copy2(_stamp(paths.kit), _stamp(kit))


def _make(work: Path, page: Path, verbose: bool) -> None:
    page.mkdir(parents=True, exist_ok=True)
    _run([*_bundle, f"--outfile={page / 'page.js'}"], work, verbose)
    for name in ("index.html", "page.css"):
        shutil.copyfile(work / name, page / name)


def _run(command: list[str], folder: Path, verbose: bool) -> None:
    if verbose:
        print(" ".join(command), file=sys.stderr)
    environment = {**os.environ, "npm_config_update_notifier": "false"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise failure(
            "F0719",
            "the page of the graph browser could not be made",
            notes=[f"`{command[0]}` failed: {done.stderr.strip()}", "everything else works"],
            help="`flat graph KERNEL --format dot` needs none of it",
        )


def _source(kit: Path) -> Path:
    return kit / "tools" / "graph"


def _page(kit: Path) -> Path:
    return kit / "build" / "tools" / "graph-page"


def _stamp(kit: Path) -> Path:
    return kit / "build" / "tools" / "graph-page.stamp.json"


def _sources(kit: Path) -> Iterator[Path]:
    every = (file for file in _source(kit).rglob("*") if file.is_file())
    return (file for file in every if _modules not in file.parts)


def _is_up_to_date(kit: Path) -> bool:
    try:
        noted = json.loads(_stamp(kit).read_bytes())
        is_whole = all((_page(kit) / name).is_file() for name in files)
        return is_whole and is_noted(noted, _source(kit), _sources(kit))
    except (OSError, ValueError, TypeError, KeyError):
        return False
