# SPDX-License-Identifier: BSD-2-Clause
"""The entry of the command line: finds the verb, imports its module, runs it, maps failures.

Exit codes: 0 done, 1 the user's error, 2 wrong usage, 3 our own bug, 124 a time-out, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

user_error = 1
wrong_usage = 2
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


def usage_error(code: str, message: str, help: str) -> Exception:
    """A UsageError to raise; its module is imported only when there is one."""
    from flatland.errors import UsageError

    return UsageError(code, message, help=help)


def find_verb(word: str) -> str:
    """The verb meant by `word`; the error names the nearest one when there is none."""
    if word in verbs():
        return word
    import difflib

    near = difflib.get_close_matches(word, verbs(), n=1, cutoff=0.5)
    hint = f"did you mean `flat {near[0]}`?" if near else "`flat --help` lists the verbs"
    raise usage_error("F0902", f"there is no verb `{word}`", hint)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors have the form of our other errors."""

    def error(self, message: str) -> NoReturn:
        """Raises a UsageError in place of printing and exiting."""
        raise usage_error("F0903", message, f"`{self.prog} --help` shows its use")

    def format_help(self) -> str:
        """The help, with the words by which the verb is called."""
        from flatland.invocation import as_called

        return as_called(super().format_help())


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
    own, program = list(words[1:]), []
    if getattr(module, "takes_program", False) and "--" in own:
        own, program = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments, unknown = parser.parse_known_args([verb, *own])
    arguments.program = program
    if unknown:
        hint = f"`flat {verb} --help` shows its use"
        raise usage_error("F0903", f"unknown argument `{unknown[0]}`", hint)
    result: int = module.run(arguments)
    return result


def wants_json(words: Sequence[str]) -> bool:
    """Whether the command line asks for `--format json`, even if the rest of it is wrong."""
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def report(error: Exception, words: Sequence[str]) -> int:
    """Tells an error that ended a verb, in the format asked for; returns the exit code."""
    from flatland.diagnostics import FlatError, show
    from flatland.errors import UsageError
    from flatland.invocation import advice_as_called

    if not isinstance(error, FlatError):
        return report_bug(error, words)
    sys.stdout.flush()
    diagnostics = [advice_as_called(each) for each in error.diagnostics]
    if wants_json(words):
        show(diagnostics, form="json", stream=sys.stdout)
    else:
        show(diagnostics)
    return wrong_usage if isinstance(error, UsageError) else user_error


def report_bug(error: Exception, words: Sequence[str]) -> int:
    """Writes an exception that nobody expected to a log file and names the file."""
    import tempfile
    import time
    import traceback

    from flatland import invocation, paths

    text = "".join([f"flat {' '.join(words)}\n\n", *traceback.format_exception(error)])
    name = time.strftime("bug-%Y%m%d-%H%M%S.log")
    try:
        paths.logs.mkdir(parents=True, exist_ok=True)
        log = paths.logs / name
        log.write_text(text, encoding="utf-8")
    except OSError:
        log = Path(tempfile.gettempdir()) / name
        log.write_text(text, encoding="utf-8")
    kind = type(error).__name__
    print(
        f"{invocation.name()}: a bug of ours ({kind}), please report it with {log}", file=sys.stderr
    )
    return our_bug


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one verb and returns the process's exit code; nothing is raised."""
    gc.set_threshold(1_000_000, 20, 20)  # a model is made of many objects, few of them garbage
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = dispatch(words)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return interrupted
    except BrokenPipeError:  # the reader of our output has gone: not an error
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as end:  # argparse has printed --help
        return end.code if isinstance(end.code, int) else 0
    except Exception as error:  # the one place that catches all
        return report(error, words)
