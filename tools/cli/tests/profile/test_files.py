# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Profiles as files: read strictly, merged, compared, translated."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from flatland.diagnostics import FlatError
from flatland.main import main
from flatland.profile.difference import difference, text
from flatland.profile.file import Profile, ProfiledClass, parse_profile, read_profile
from flatland.profile.members import Layout, Member
from flatland.profile.merge import merge
from flatland.profile.sequences import Access, ClassSequences, Sequence
from flatland.profile.translate import translate_class

layout = Layout([Member("a", 8, 8, 8), Member("b", 16, 4, 4), Member("c", 20, 4, 4)])
read_a, write_a = Access(0, 8, 8, False), Access(0, 8, 8, True)
read_b_and_c, read_table = Access(1, 16, 8, False), Access(0, 0, 8, False)


def profiled(*sequences: Sequence, entries: tuple[str, ...] = ("f", "g")) -> ProfiledClass:
    return ProfiledClass(ClassSequences("T", 24, sequences), layout, entries)


def profile(*classes: ProfiledClass, invocations: int = 10, program: str = "p") -> Profile:
    return Profile({"measured": {"program": program}, "invocations": invocations}, classes)


one = profile(
    profiled(
        Sequence(0, 6, False, (read_table, read_a, read_b_and_c)),
        Sequence(1, 2, True, (write_a,)),
    )
)
other = profile(
    profiled(
        Sequence(0, 3, True, (write_a,)),
        Sequence(1, 1, False, (read_a,)),
        entries=("g", "h"),
    ),
    invocations=5,
    program="q",
)


def codes(caught: pytest.ExceptionInfo[FlatError]) -> str:
    return caught.value.diagnostics[0].code


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(one.values()), encoding="utf-8")
    again = read_profile(file)
    assert again.values() == one.values()
    assert again.classes[0].sequences == one.classes[0].sequences


def test_merged_counts_add_up_and_equal_sequences_join() -> None:
    merged = merge([one, other])
    assert merged.facts["invocations"] == 15
    assert merged.facts["measured"] == [{"program": "p"}, {"program": "q"}]
    (values,) = merged.values()["classes"]
    found = [(each["entry"], each["times"], each["weight"]) for each in values["sequences"]]
    assert found == [("f", 6, 0.5), ("g", 5, 0.416667), ("h", 1, 0.083333)]
    assert parse_profile(merged.values()).values() == merged.values()


def test_merging_is_associative() -> None:
    left, right = merge([merge([one, other]), one]), merge([one, merge([other, one])])
    assert left.values()["classes"] == right.values()["classes"]
    assert merge([one]).values() == one.values()


moved = Layout([Member("c", 8, 4, 4), Member("a", 16, 8, 8), Member("b", 24, 4, 4)])


def test_accesses_follow_their_members_to_another_layout() -> None:
    found = translate_class(one.classes[0], moved, 32)
    assert found.sequences.size_bytes == 32
    assert found.sequences.sequences[0].accesses == (
        read_table,  # of no member: stays
        Access(0, 16, 8, False),
        Access(1, 24, 4, False),  # b and c are no neighbours any more
        Access(1, 8, 4, False),
    )
    assert found.sequences.sequences[1].accesses == (Access(0, 16, 8, True),)
    back = translate_class(found, layout, 24)
    assert back.sequences.sequences[1] == one.classes[0].sequences.sequences[1]


@pytest.mark.parametrize(
    "there",
    [
        Layout([Member("b", 16, 4, 4), Member("c", 20, 4, 4)]),  # without a
        Layout([Member("a", 8, 4, 4), Member("b", 16, 4, 4), Member("c", 20, 4, 4)]),
        Layout([Member("a", 0, 8, 8), Member("b", 16, 4, 4), Member("c", 20, 4, 4)]),
    ],
    ids=["missing", "smaller", "where the table was"],
)
def test_a_layout_that_lacks_something_is_refused(there: Layout) -> None:
    with pytest.raises(FlatError) as caught:
        translate_class(one.classes[0], there, 24)
    assert codes(caught) == "F1010"


def test_merging_takes_the_layout_of_the_first() -> None:
    of_moved = profile(translate_class(other.classes[0], moved, 32))
    assert merge([one, of_moved]).values()["classes"] == merge([one, other]).values()["classes"]


def test_differences_are_of_sequences_members_and_lines() -> None:
    found = difference(one, other)
    (values,) = found["classes"]
    changes = {(each["entry"], each["change"]): each for each in values["sequences"]}
    assert set(changes) == {("f", "gone"), ("g", "changed"), ("h", "new")}
    assert changes["g", "changed"]["weight_before"] == 0.25
    assert changes["g", "changed"]["weight_after"] == 0.75
    names = ("name", "reads_before", "writes_before", "reads_after", "writes_after")
    rows = [tuple(each[name] for name in names) for each in values["members"]]
    assert rows == [("a", 6, 2, 1, 3), ("b", 6, 0, 0, 0), ("c", 6, 0, 0, 0)]
    assert values["lines_per_invocation"] == {"before": 1.75, "after": 1.0}
    assert "1.75 lines an invocation, now 1.00" in "\n".join(text(found))


def test_equal_profiles_do_not_differ() -> None:
    (values,) = difference(one, one)["classes"]
    assert not values["sequences"] and not values["members"]
    assert "the same sequences with the same weights" in list(text(difference(one, one)))


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places of JSON values that bear meaning; facts may be anything."""
    if path[:1] == ("measured",):
        return []
    found = [path] if path else []
    if isinstance(value, dict):
        for key, each in value.items():
            found += _paths(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            found += _paths(each, (*path, number))
    return found


def _with(values: Any, path: tuple[Any, ...], new: Any) -> Any:
    changed = copy.deepcopy(values)
    place = changed
    for key in path[:-1]:
        place = place[key]
    if new is _with:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return changed


strange: list[Any] = [
    *(None, True, False, -1, 0, 7, 1 << 40, 10**30, 0.5, "", "x", "\0", [], {}, [[]], {"a": 1}),
]


def test_whatever_is_put_into_a_profile_is_read_as_it_is_or_refused() -> None:
    whole = one.values()
    refused = 0
    for path in _paths(whole):
        for new in [*strange, _with]:
            changed = _with(whole, path, new)
            try:
                again = parse_profile(changed).values()
            except Exception as problem:
                assert type(problem).__name__ == "_Malformed", (path, new, problem)
                refused += 1
                continue
            assert json.dumps(again) == json.dumps(changed), (path, new)
    assert refused > 500


first_class = ("classes", 0)
first_sequence = (*first_class, "sequences", 0)
first_access = (*first_sequence, "accesses", 0)


@pytest.mark.parametrize(
    ("path", "new", "words"),
    [
        (("format",), "flatland-sequences", "`format` is not flatland-profile"),
        (("version",), 2, "`version` is not 1"),
        ((*first_class, "layout"), "0" * 16, "classes[0].layout is not"),
        ((*first_class, "size_bytes"), 23, "classes[0].members[2] lies outside of the class"),
        ((*first_class, "members", 0, "reads"), 5, "members[0].reads is not 6"),
        ((*first_class, "members", 0, "widths"), [4], "members[0].widths[0] is not 8"),
        ((*first_sequence, "times"), 0, "sequences[0].times is no whole number from 1 on"),
        ((*first_sequence, "weight"), 0.8, "sequences[0].weight is not 0.75"),
        ((*first_sequence, "accesses"), [], "sequences[0] has no accesses"),
        ((*first_sequence, "objects", 0, "lines"), 2, "objects[0].lines is not 1"),
        ((*first_access, "object"), 1, "accesses[0] skips an object"),
        ((*first_access, "offset"), 24, "accesses[0] lies outside of the class"),
        ((*first_access, "mode"), "both", "accesses[0].mode is neither"),
        ((*first_access, "members"), ["a"], "accesses[0].members is not []"),
        ((*first_access, "more"), 1, "accesses[0] has `more`"),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_place(
    path: tuple[Any, ...], new: Any, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(_with(one.values(), path, new)), encoding="utf-8")
    with pytest.raises(FlatError) as caught:
        read_profile(file)
    assert codes(caught) == "F1009"
    assert words in caught.value.diagnostics[0].notes[0]


def test_bytes_that_are_changed_or_missing_end_in_one_error(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    whole = json.dumps(one.values()).encode()
    random_bytes = random.Random(1)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(random_bytes.randint(1, 4)):
            data[random_bytes.randrange(len(data))] = random_bytes.randrange(256)
        file.write_bytes(
            data[: random_bytes.choice([len(data), random_bytes.randrange(len(data))])]
        )
        try:
            read_profile(file)
        except FlatError as problem:
            assert problem.diagnostics[0].code == "F1009"
    file.write_bytes(b"[" * 100000)
    with pytest.raises(FlatError) as caught:
        read_profile(file)
    assert codes(caught) == "F1009"


def test_the_verb_works_on_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(tmp_path / name) for name in ("a.json", "b.json", "c.json")]
    for name, each in zip(names, (one, other), strict=False):
        Path(name).write_text(json.dumps(each.values()), encoding="utf-8")
    assert main(["memtrace", "merge", *names[:2], "-o", names[2]]) == 0
    assert read_profile(Path(names[2])).facts["invocations"] == 15
    assert main(["memtrace", "show", names[2], "--class", "T"]) == 0
    assert "T: 24 bytes, accessed in 12 invocations" in capsys.readouterr().out
    assert main(["memtrace", "diff", *names[:2], "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "flatland-profile-difference"


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        (["show", "nowhere.json"], "F1009", 1),
        (["show"], "F0903", 2),
        (["diff", "a.json"], "F0903", 2),
        (["merge"], "F0903", 2),
        (["nonsense"], "F0903", 2),
        ([], "F0903", 2),
        (["--entry", "f"], "F0903", 2),
        (["--entry", "f", "--", "/bin/true"], "F0903", 2),
    ],
)
def test_words_that_make_no_sense_are_errors(
    words: list[str], code: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memtrace", *words]) == status
    assert f"error[{code}]" in capsys.readouterr().err
