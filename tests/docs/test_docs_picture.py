# SPDX-License-Identifier: BSD-2-Clause
"""The picture on the front page shows the graph that the kernel has now.

It is drawn by Graphviz, which the tests do not need: what it shows is compared, not how.
"""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ElementTree

from documents import kit

_instance = re.compile(r'^ *(?P<name>\w+) \[label="(?P<label>[^"]*)"\];$', re.MULTILINE)
_binding = re.compile(r"^ *(?P<client>\w+) -> (?P<server>\w+)\b", re.MULTILINE)
_svg = "{http://www.w3.org/2000/svg}"


def test_the_picture_of_pingpong_is_up_to_date() -> None:
    command = [str(kit / "flat"), "graph", "pingpong", "--format", "dot"]
    dot = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=True).stdout
    instances = {each["name"]: each["label"].split("\\n") for each in _instance.finditer(dot)}
    bindings = {f"{each['client']}->{each['server']}" for each in _binding.finditer(dot)}
    assert instances
    assert bindings
    assert drawn("node") == instances
    assert set(drawn("edge")) == bindings


def drawn(kind: str) -> dict[str, list[str]]:
    """The nodes or edges of the picture by name, with the texts on them."""
    picture = ElementTree.parse(kit / "docs" / "images" / "pingpong.svg")
    return {
        each.findtext(f"{_svg}title", ""): [text.text or "" for text in each.iter(f"{_svg}text")]
        for each in picture.iter(f"{_svg}g")
        if each.get("class") == kind
    }
