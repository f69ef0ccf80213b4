# SPDX-License-Identifier: BSD-2-Clause
"""Brings a profile to the layout that an image's classes have."""

from __future__ import annotations

from pathlib import Path

from flatland.memtrace.classes import find_class
from flatland.memtrace.debug import Debug
from flatland.memtrace.program import read_module
from flatland.profile.file import Profile
from flatland.profile.members import Layout, read_layouts
from flatland.profile.translate import translate_class


def translate_to(profile: Profile, image: Path) -> Profile:
    """The profile as it would be of this image; an error where a class or member is missing."""
    names = [each.name for each in profile.classes]
    debug = Debug(read_module(image))
    try:
        sizes = {name: find_class([debug], name).size_bytes for name in names}
    finally:
        debug.close()
    layouts = read_layouts(image, names)
    classes = tuple(
        translate_class(each, layouts.get(each.name, Layout([])), sizes[each.name])
        for each in profile.classes
    )
    return Profile(profile.facts, classes)
