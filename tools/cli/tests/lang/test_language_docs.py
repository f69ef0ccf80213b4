# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs kernels components dimensions bindings bench/components
"""docs/flat-language.md says what the parser does; its examples are right and formatted."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from flatland.lang.formatter import format_text
from flatland.lang.parser import parse
from flatland.model import resolved

root = Path(__file__).parents[4]
text = (root / "docs/flat-language.md").read_text(encoding="utf-8")
grammar = (root / "tools/cli/flatland/lang/grammar.lark").read_text(encoding="utf-8")
examples = re.findall(r"```flat\n(.*?)```", text, re.DOTALL)
path = Path("/docs.flat")


@pytest.mark.parametrize("example", examples)
def test_an_example_is_right_and_formatted(example: str) -> None:
    assert parse(path, example).errors == ()
    assert format_text(path, example) == example


def test_the_grammar_has_the_words_of_the_parser() -> None:
    words = set(re.findall(r'"([a-z]+)"', grammar))
    documented = text.partition("```ebnf")[2]
    assert set(re.findall(r'"([a-z]+)"', documented)) == words
    assert all(word in text.partition("## Words")[2].partition("## ")[0] for word in words)


def test_the_grammar_has_the_rules_of_the_parser() -> None:
    rules = set(re.findall(r"^!?([a-z]+):", grammar, re.MULTILINE))
    documented = set(re.findall(r"^([a-z]+) +=", text.partition("```ebnf")[2], re.MULTILINE))
    assert documented >= rules - {"start", "name", "collection", "settings", "none", "path"}


def test_codes_that_the_text_names_have_pages() -> None:
    codes = set(re.findall(r"F0\d{3}", text))
    assert codes
    assert all((root / f"docs/errors/{code}.md").is_file() for code in codes)


def test_the_description_of_the_model_names_every_field() -> None:
    page = (root / "docs/model-json.md").read_text(encoding="utf-8")
    for kind in (
        resolved.ResolvedAssembly,
        resolved.Instance,
        resolved.Binding,
        resolved.KernelObject,
        resolved.Mixin,
        resolved.Module,
        resolved.Component,
        resolved.Port,
        resolved.AttributeType,
        resolved.ObjectShare,
        resolved.Target,
    ):
        for field in fields(kind):
            assert f"`{field.name}`" in page, f"{kind.__name__}.{field.name}"
