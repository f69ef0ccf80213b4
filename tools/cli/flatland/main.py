# SPDX-License-Identifier: BSD-2-Clause
"""The entry of the command line: finds the verb, imports its module, runs it, maps failures.

Exit codes: 0 done, 1 the user's error, 2 wrong usage, 3 our own bug, 124 a time-out, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from flatland.errors import Failure, UsageFailure

our_bug = 3
interrupted = 130

commands = Path(__file__).resolve().parent / "commands"


def verbs() -> list[str]:
    """The verbs that exist: the modules of flatland/commands, by name."""
    return sorted(path.stem for path in commands.glob("*.py") if not path.stem.startswith("_"))


def summary(verb: str) -> str:
    """The first line of a verb's docstring, read without importing the module."""
    with open(commands / f"{verb}.py", encoding="utf-8") as source:
        for line in source:
            if line.startswith('"""'):
                return line.strip().strip('"').rstrip(".")
    return ""


def overview() -> str:
    """The text of `flat --help`."""
    width = max(len(verb) for verb in verbs())
    lines = [
        "usage: flat VERB [ARGUMENT...]",
        "",
        "Builds operating-system kernels from components. Write it virtual. Ship it flat.",
        "",
        "verbs:",
        *(f"  {verb.ljust(width)}  {summary(verb)}" for verb in verbs()),
        "",
        "examples:",
        "  flat run hello          assemble and run the smallest kernel, as a Linux process",
        "  flat run pingpong       boot the L4 microkernel in QEMU and measure its IPC",
        "  flat build --help       more about one verb, with examples",
    ]
    return "\n".join(lines)


def find_verb(word: str) -> str:
    """The verb meant by `word`; a UsageFailure names the nearest one when there is none."""
    if word in verbs():
        return word
    import difflib

    near = difflib.get_close_matches(word, verbs(), n=1, cutoff=0.5)
    hint = f"did you mean `flat {near[0]}`?" if near else "`flat --help` lists the verbs"
    raise UsageFailure("F0902", f"there is no verb `{word}`", help=hint)


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints have the form of our other errors."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raises a UsageFailure in place of printing and exiting."""
        raise UsageFailure("F0903", message, help=f"`{self.prog} --help` shows its use")


def dispatch(words: Sequence[str]) -> int:
    """Runs the verb in `words` and returns its exit code."""
    if not words or words[0] in ("-h", "--help", "help"):
        if len(words) < 2:
            print(overview())
            return 0
        words = [words[1], "--help"]
    verb = find_verb(words[0])
    module = importlib.import_module(f"flatland.commands.{verb}")
    parser = Parser(prog="flat", add_help=False)
    module.register(parser.add_subparsers(dest="verb", parser_class=Parser))
    arguments, unknown = parser.parse_known_args([verb, *words[1:]])
    if unknown:
        known_by = f"`flat {verb} --help` shows its use"
        raise UsageFailure("F0903", f"unknown argument `{unknown[0]}`", help=known_by)
    result: int = module.run(arguments)
    return result


def report_failure(failure: Failure, words: Sequence[str]) -> int:
    """Prints a user's error in the format asked for; returns its exit code."""
    if "json" in words or "--format=json" in words:
        print(json.dumps({"diagnostics": [failure.as_json()]}, indent=2))
    else:
        print(failure.render(), file=sys.stderr)
    return failure.exit_code


def report_bug(words: Sequence[str]) -> int:
    """Writes the current exception with its traceback to a log file and names the file."""
    import tempfile
    import time
    import traceback

    from flatland import paths

    text = f"flat {' '.join(words)}\n\n{traceback.format_exc()}"
    name = time.strftime("bug-%Y%m%d-%H%M%S.log")
    try:
        paths.logs.mkdir(parents=True, exist_ok=True)
        log = paths.logs / name
        log.write_text(text, encoding="utf-8")
    except OSError:
        log = Path(tempfile.gettempdir()) / name
        log.write_text(text, encoding="utf-8")
    kind = sys.exc_info()[0]
    what = kind.__name__ if kind else "unknown error"
    print(f"flat: a bug of ours ({what}), please report it with {log}", file=sys.stderr)
    return our_bug


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one verb and returns the process's exit code; nothing is raised."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = dispatch(words)
        sys.stdout.flush()
        return code
    except Failure as failure:
        return report_failure(failure, words)
    except KeyboardInterrupt:
        return interrupted
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as end:  # argparse has printed --help
        return end.code if isinstance(end.code, int) else 0
    except Exception:  # the one place that catches all: what comes here is our bug
        return report_bug(words)
