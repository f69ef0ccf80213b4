# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli docs kernels components dimensions bindings bench/components
"""The one form of .flat files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flatland.lang.formatter import format_text, width
from flatland.lang.parser import parse, parse_file

root = Path(__file__).parents[4]
parts = ("components", "bindings", "dimensions", "kernels", "tools/cli/tests/model/kit")
files = sorted(file for part in parts for file in (root / part).rglob("*.flat"))
path = Path("/it.flat")


def formatted(text: str) -> str:
    """The text in its form, which must be stable and mean the same."""
    once = format_text(path, text)
    assert format_text(path, once) == once
    assert meaning(once) == meaning(text)
    return once


def meaning(text: str) -> str:
    """The declarations without places and comments."""
    source = parse(path, text)
    assert source.errors == ()
    spans = r"Span\(file=PosixPath\('[^']*'\), line=\d+, column=\d+, end_column=\d+\)"
    return re.sub(
        spans + r"|last_line=\d+|doc='[^']*'|doc=\"[^\"]*\"", "", repr(source.declarations)
    )


@pytest.mark.parametrize("file", files, ids=lambda file: str(file.relative_to(root)))
def test_every_file_of_the_kit_is_formatted(file: Path) -> None:
    assert not parse_file(file).errors
    text = file.read_text(encoding="utf-8")
    assert formatted(text) == text


def test_spaces_lines_and_indentation_become_one_form() -> None:
    text = """assembly It extends flat . L4{a=A{x=1,y="z",};


a.b->[ c.d,e.f ] via K(1 , -2);domain app{b=B{};}module root = user / pingpong;target x,y;}"""
    assert (
        formatted(text)
        == """assembly It extends flat.L4 {
    a = A { x = 1, y = "z" };

    a.b -> [c.d, e.f] via K(1, -2);
    domain app {
        b = B {};
    }
    module root = user/pingpong;
    target x, y;
}
"""
    )


def test_comments_stay_where_they_are() -> None:
    text = """// above


component It { // beside the brace
    // own line
    provides A a;   // beside
    /* block
       * of three
     */
    requires B b, // first
        // between
        C c; /* behind */ optional D d;
    // last
} // end
// after
"""
    assert (
        formatted(text)
        == """// above

component It { // beside the brace
    // own line
    provides A a; // beside
    /* block
     * of three
     */
    requires B b, // first
            // between
            C c; /* behind */
    optional D d;
    // last
} // end
// after
"""
    )


def test_a_long_list_is_filled_and_long_settings_stand_below_each_other() -> None:
    ports = ", ".join(f"SomeInterface number_{index}" for index in range(8))
    settings = ", ".join(f"setting_number_{index} = {index}" for index in range(6))
    it = formatted(f"component It {{ requires {ports}; }}")
    assert all(len(line) <= width for line in it.splitlines())
    assert len(it.splitlines()) == 2 + 3
    it = formatted(f"assembly It {{ a = A {{ {settings} }}; }}")
    assert it.splitlines()[2] == "        setting_number_0 = 0,"
    assert len(it.splitlines()) == 2 + 2 + 6


def test_comments_among_settings_stay() -> None:
    text = """assembly It {
    a = A { x = 1, // one
        // two
        y = 2 };
}
"""
    assert (
        formatted(text)
        == """assembly It {
    a = A {
        x = 1, // one
        // two
        y = 2,
    };
}
"""
    )


@pytest.mark.parametrize(
    "text",
    [
        "assembly It { a = A { x = 1 /* c */ }; }",
        "assembly It { a = A { /* c */ }; }",
        "assembly It { a = A { // c\n x = 1 }; }",
        "assembly It { a /* c */ = /* d */ A; }",
        "assembly It { a.b -> [ // c\n c.d, // d\n e.f // e\n ]; }",
        "assembly /* c */ It /* d */ { /* e */ }",
        "component It { attribute u32 x = 1 // c\n in /* d */ 0..2; }",
        'component It { source // c\n "a"; }',
        "/* a */ /* b */ component It { }  /* c */ object B { base C; } // d",
        "component It {\n\n\n\n// c\n\n\n\n}\n\n\n\n",
        "assembly It { target /* a\n b */ x; }",
    ],
)
def test_comments_in_any_place_survive(text: str) -> None:
    comments = re.findall(r"// ?\w|/\*", text)
    result = formatted(text)
    assert re.findall(r"// ?\w|/\*", result) == comments


def test_the_order_of_tokens_does_not_depend_on_line_ends() -> None:
    text = "component It {\r\n    provides A a; // c\r\n}\r\n"
    assert formatted(text) == "component It {\n    provides A a; // c\n}\n"
