# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions
# One run in 3, unless changed: bindings tools/cli/flatland/builder tools/cli/flatland/model
"""Bindings that cross a boundary: what they are made of, and what is refused before compiling."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from flatland import paths
from flatland.idl.bridge import End, WholeBinding
from flatland.idl.crossing import Carried
from flatland.idl.load import load_interfaces
from flatland.idl.model import resource
from flatland.idl.objects import Passed, client_side, server_side
from flatland.idl.travels import all_alike, travels
from tests.builder.sample import flat, make_workspace

interface = """// SPDX-License-Identifier: BSD-2-Clause
package flat.kept;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u64;

@Version(1)
public interface Store extends Top {
    enum Kind { FIRST, SECOND }
    record Place(Kind kind, u16 row, boolean isLast) {}
    METHODS
}
"""

failure = """// SPDX-License-Identifier: BSD-2-Clause
package flat.kept;

import flat.lang.Failure;

@SuppressWarnings("serial")
public final class StoreError extends Failure {
    public enum Code { FULL, UNREACHABLE }
}
"""

methods = """
    void close();
    Place next(Place place) throws StoreError;
    u64 sum(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f);
    u64 read(u64 from, @Out Buf bytes) throws StoreError;
"""


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Carried]:
    """The methods of an interface, as they cross."""
    root = tmp_path_factory.mktemp("interfaces")
    folder = root / "flat" / "kept"
    folder.mkdir(parents=True)
    (folder / "Store.java").write_text(interface.replace("METHODS", methods), encoding="utf-8")
    (folder / "StoreError.java").write_text(failure, encoding="utf-8")
    library = load_interfaces([paths.kit / "interfaces", root])
    store = library.interface("flat.kept.Store")
    end = End("main", "store", "kept.Main", "app")
    binding = WholeBinding(
        *("k", "main_store", store, store, library, end, end, None, {}, (), {}, {}, {}, (), 5, 0, 1)
    )
    return {each.name: Carried(binding, each) for each in store.methods}


def test_values_are_words_and_records_the_words_of_their_fields(
    carried: dict[str, Carried],
) -> None:
    assert carried["next"].given == [
        "static_cast<flat::u64>(place_given.kind)",
        "static_cast<flat::u64>(place_given.row)",
        "static_cast<flat::u64>(place_given.is_last)",
    ]
    assert carried["next"].passed(["a", "b", "c"]) == (
        "flat::kept::Store::Place{static_cast<flat::kept::Store::Kind>(a), "
        "static_cast<flat::u16>(b), (c != 0)}"
    )
    assert carried["read"].given[1:] == [
        "flat::address_of(bytes_given.data())",
        "bytes_given.size()",
    ]


def test_registers_carry_five_words_there_and_two_back(carried: dict[str, Carried]) -> None:
    assert {name: each.in_registers for name, each in carried.items()} == {
        "close": True,
        "next": False,  # its result is the failure's word and three more
        "sum": False,  # six arguments
        "read": True,
    }
    assert not carried["read"].is_plain  # a buffer is more than its words


def test_reports_say_how_all_that_is_passed_crosses(carried: dict[str, Carried]) -> None:
    found = {
        (each.method, each.what): each.way for each in travels([*carried.values()], lambda _: 2)
    }
    assert found["read", "from"] == "in registers"
    assert found["read", "bytes"] == "copied twice each way"
    assert found["sum", "f"] == found["sum", "result"] == "in a block, copied once"
    assert ("close", "result") not in found
    one_way = all_alike([carried["read"]], lambda _: "in a message")
    assert {(each.what, each.way) for each in one_way} == {
        ("from", "in a message"),
        ("bytes", "in a message"),
        ("result", "in a message"),
    }


def test_what_comes_from_elsewhere_is_checked_on_both_ways(carried: dict[str, Carried]) -> None:
    ((parameter, condition),) = carried["next"].conditions(["a", "b", "c"])
    assert (parameter.name, condition) == ("place", "a < 2")
    assert carried["next"].is_answer(["w", "x", "y", "z"]) == "(w != 0 || x < 2) && w <= 2"
    assert carried["read"].is_answer(["w", "x"]) == "w <= 2"
    assert carried["next"].unreachable() == "2"


kernel = """assembly Sample {
    console = platform.Console;
    here = kept.Store;
    domains = domains.Manager;
    threads = thread.Threads;
    scheduler = thread.RoundRobin;
    user_mode = abi.UserMode;
    programs = abi.ProgramSpaces;
    mappings = mapping.Mappings;
    objects = mapping.Anonymous;
    records = memory.Slabs;
    allocator = memory.General;
    frames = memory.Buddy;
    tables = arch.PageTables;
    traps = arch.Traps;
    timer = platform.Timer;
    memory = platform.PhysicalMemory;
    initial = domains.Initial;
    inside = kept.Asker;
    inside.store -> here.store KERNEL;
    domain app {
        main = kept.Main;
        main.store -> SERVER.store via KIND;
    }
    domain books {
        entry = boot.Nothing;
        there = kept.Store;
    }
    target x86_64;
}
"""

asker = """component NAME {
    ENTRY
    requires Store store;
    source "FILE.cpp";
}
"""

good = "    u64 sum(u64 a, u64 b) throws StoreError;"


def workspace(folder: Path, kind: str, server: str, inside: str, text: str) -> Path:
    """A client in a domain, one in the kernel, and a server in the kernel and in another."""
    via = f"via {inside}" if inside else ""
    declared = interface.replace("METHODS", text)
    if "@Narrowed" in text:
        declared = declared.replace(
            "import flat.lang.Out;", "import flat.lang.Narrowed;\nimport flat.lang.Out;"
        )
    files = {
        "interfaces/flat/kept/Store.java": declared,
        "interfaces/flat/kept/StoreError.java": failure,
        "components/kept/main.flat": asker.replace("NAME", "Main")
        .replace("FILE", "main")
        .replace("ENTRY", "provides boot.Entry entry;"),
        "components/kept/asker.flat": asker.replace("NAME", "Asker")
        .replace("FILE", "asker")
        .replace("ENTRY", ""),
        "components/kept/store.flat": "component Store { provides Store store; }",
        **{f"components/kept/{name}.hpp": "" for name in ("main", "asker", "store")},
        **{f"components/kept/{name}.cpp": "" for name in ("main", "asker")},
        "kernels/sample/sample.flat": kernel.replace("SERVER", server)
        .replace("KIND", kind)
        .replace("KERNEL", via),
    }
    return make_workspace(folder, files)


@pytest.mark.parametrize(
    ("kind", "server", "inside", "text", "expected"),
    [
        (
            "Syscall",
            "here",
            "Syscall",
            good,
            ["F0716]: binding kind `syscall` does nothing", "both ends are in one domain"],
        ),
        (
            "Lrpc",
            "here",
            "",
            good,
            ["F0212]: the lrpc binding `main.store -> here.store` crosses", "via syscall;"],
        ),
        (
            "Syscall",
            "here",
            "Upcall",
            good,
            ["F0716]: binding kind `upcall` does nothing", "bind by `Syscall` into it, by `Lrpc`"],
        ),
        (
            "Syscall",
            "there",
            "",
            good,
            ["F0212]: the syscall binding `main.store -> there.store` crosses"],
        ),
        (
            "Lrpc",
            "there",
            "",
            "    u64 sum(u64 a, u64 b);",
            ["F0218]: a lrpc binding can fail, and `flat.kept.Store.sum` cannot say so"],
        ),
        (
            "Syscall",
            "here",
            "",
            "    void attach(Top other);",
            ["F0716]: binding kind `syscall` does nothing", "passes `flat.lang.Top`, which is the"],
        ),
        (
            "Syscall",
            "here",
            "",
            "    void attach(Part part);\n" "    interface Part extends Top { u64 size(); }",
            ["F0716]: binding kind `syscall` does nothing", "`size` cannot say that its server is"],
        ),
        (
            "Lrpc",
            "there",
            "",
            "    Part part() throws StoreError;\n"
            "    interface Part extends Top { u64 size() throws StoreError; }",
            [
                "F0716]: binding kind `lrpc` does nothing",
                "`part` returns `flat.kept.Store.Part` from a domain, and nobody could release",
                "let `flat.kept.Store.Part` extend `flat.core.AbstractResource`",
            ],
        ),
        (
            'Lrpc(65536, 1000, "demo.Tally demo.Stage")',
            "there",
            "",
            "    @Narrowed flat.core.AbstractResource found() throws StoreError;",
            [
                "F0716]: binding kind `lrpc` does nothing",
                "`flat.demo.Stage`, which the kind's argument lists, is not for objects of",
                "put the server into the kernel and bind by `Syscall`",
            ],
        ),
        (
            'Syscall(65536, "demo.Tally kept.Nothing")',
            "here",
            "",
            "    u64 sum(u64 a, u64 b);",
            [
                "F0716]: binding kind `syscall` does nothing",
                "`flat.kept.Nothing`, which the kind's argument lists, is no interface with",
            ],
        ),
        (
            'Syscall(65536, "lang.Top")',
            "here",
            "",
            "    u64 sum(u64 a, u64 b);",
            ["`flat.lang.Top`, which the kind's argument lists, is no interface with"],
        ),
        (
            "Syscall, Event",
            "here",
            "",
            "    u64 sum(u64 a, u64 b);",
            ["F0716]: binding kind `event` does nothing", "`sum` has an answer, and several"],
        ),
        (
            "Syscall",
            "here",
            "",
            "    u64 beneath(u64 a, u64 b);",
            [
                "F0716]: binding kind `syscall` does nothing for `flat.kept.Store`",
                "`beneath` is a method of the interface and a name of the kind's own",
                "give the method another name",
            ],
        ),
    ],
)
def test_what_cannot_cross_is_refused_with_the_reason_and_a_way(
    tmp_path: Path, kind: str, server: str, inside: str, text: str, expected: list[str]
) -> None:
    done = flat(workspace(tmp_path, kind, server, inside, text), "build", "sample")
    assert done.returncode == 1
    for each in expected:
        assert each in done.stderr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("    u64 sum(u64 a);", "`sum` has a result, and a signal is not waited for"),
        ("    void sum(u64 a) throws StoreError;", "or bind it by `Upcall`"),
        ("    void sum(u64 a, u64 b, u64 c, u64 d);", "`sum` passes more than 3 words"),
        (
            "    void sum(Part part);\n    interface Part extends Top { void told(u64 a); }",
            "`sum` passes `flat.kept.Store.Part`, an object, and `signal` carries none",
        ),
    ],
)
def test_what_is_waited_for_or_too_long_is_no_signal(
    tmp_path: Path, text: str, expected: str
) -> None:
    folder = workspace(tmp_path, "Syscall", "here", "Signal", text)
    assembly = folder / "kernels/sample/sample.flat"
    to_domain = assembly.read_text(encoding="utf-8").replace(
        "-> here.store via Sig", "-> there.store via Sig"
    )
    assembly.write_text(to_domain, encoding="utf-8")
    done = flat(folder, "build", "sample")
    assert done.returncode == 1
    assert "F0716]: binding kind `signal` does nothing for `flat.kept.Store`" in done.stderr
    assert expected in done.stderr


def test_a_failure_that_cannot_say_that_the_server_is_gone_is_named(
    tmp_path: Path, carried: dict[str, Carried]
) -> None:
    folder = workspace(tmp_path, "Lrpc", "there", "", good)
    file = folder / "interfaces/flat/kept/StoreError.java"
    file.write_text(failure.replace(", UNREACHABLE", ""), encoding="utf-8")
    done = flat(folder, "build", "sample")
    assert done.returncode == 1
    assert "F0716]: binding kind `lrpc` does nothing for `flat.kept.Store`" in done.stderr
    assert "`sum` cannot say that its server is gone" in done.stderr
    assert "add `UNREACHABLE` to the codes of flat.kept.StoreError" in done.stderr


def test_explain_says_how_all_that_methods_pass_crosses(tmp_path: Path) -> None:
    text = "    u64 read(u64 from, @Out Buf bytes) throws StoreError;"
    folder = workspace(tmp_path, "Lrpc", "there", "", text)
    shown = flat(folder, "explain", "main.store", "sample").stdout
    assert "      read passes from, result: in registers\n" in shown
    pages = "whole pages mapped, the rest copied once each way"
    assert f"      read passes bytes: {pages}\n" in shown
    found = json.loads(flat(folder, "explain", "main", "sample", "--format", "json").stdout)
    (port,) = (each for each in found[0]["ports"] if each["name"] == "store")
    assert port["bindings"][0]["crossing"] == [
        {"method": "read", "what": "from", "way": "in registers"},
        {"method": "read", "what": "bytes", "way": pages},
        {"method": "read", "what": "result", "way": "in registers"},
    ]
    inside = flat(folder, "explain", "inside.store", "sample").stdout
    assert "passes" not in inside  # both are in the kernel


passing = """
    Part part(Part other, @Nullable Part third) throws StoreError;
    void keep(@Held Whole whole) throws StoreError;

    interface Part extends flat.core.AbstractResource {
        u64 size() throws StoreError;
        Whole whole() throws StoreError;
    }
    interface Whole extends flat.core.AbstractResource {
        void join(Part part) throws StoreError;
    }
"""


def test_objects_pass_with_the_interfaces_that_each_side_can_call(tmp_path: Path) -> None:
    text = interface.replace("METHODS", passing).replace(
        "import flat.lang.In;", "import flat.lang.Held;\nimport flat.lang.In;"
    )
    text = text.replace(
        "import flat.lang.Out;", "import flat.lang.Nullable;\nimport flat.lang.Out;"
    )
    folder = tmp_path / "flat" / "kept"
    folder.mkdir(parents=True)
    (folder / "Store.java").write_text(text, encoding="utf-8")
    (folder / "StoreError.java").write_text(failure, encoding="utf-8")
    library = load_interfaces([paths.kit / "interfaces", tmp_path])
    store = library.interface("flat.kept.Store")
    end = End("main", "store", "kept.Main", "app")
    binding = WholeBinding(
        *("k", "main_store", store, store, library, end, end, None, {}, (), {}, {}, {}, (), 5, 0, 1)
    )
    binding = replace(binding, first_client_upcall=3, first_server_call=9)
    client, server = client_side(binding, 7), server_side(binding, 2)
    part, whole = "flat.kept.Store.Part", "flat.kept.Store.Whole"

    def interfaces(passed: tuple[Passed, ...]) -> list[tuple[str, int, int | None]]:
        return [(each.binding.interface.full_name, each.first, each.release) for each in passed]

    assert interfaces(client.got) == [(part, 7, 9), (whole, 10, 11)]
    assert interfaces(client.own) == [(part, 3, 5), (whole, 6, 7)]
    assert interfaces(server.got) == [(part, 9, 11), (whole, 12, 13)]
    assert interfaces(server.own) == [(part, 2, 4), (whole, 5, 6)]
    carried = {each.name: Carried(binding, each, prefix="main_store") for each in store.methods}
    assert carried["part"].given == ["other_word", "third_word"]
    assert carried["part"].passed(["a", "b"]) == "*other_object, third_object"
    assert carried["part"].object_words()[1] == (
        "flat::u64 const third_word = flat::word_of(third_given);"
    )
    assert [each.has_objects for each in carried.values()] == [True, True]


def test_a_resource_can_turn_out_to_be_one_of_the_interfaces_that_are_listed() -> None:
    library = load_interfaces([paths.kit / "interfaces"])
    names = library.interface("flat.core.NameServer")
    end = End("main", "names", "kept.Main", "app")
    listed = {"interfaces": "demo.Tally flat.demo.Stage bank.Account demo.Tally"}
    binding = WholeBinding(
        *("k", "main_n", names, names, library, end, end, None, listed, (), {}, {}, {}, (), 5, 0, 1)
    )
    tally, stage, account = "flat.demo.Tally", "flat.demo.Stage", "flat.bank.Account"
    assert binding.interfaces == (tally, stage, account)
    side = client_side(binding, 9)
    got = {each.binding.interface.full_name: each for each in side.got}
    assert set(got) >= {resource, tally, stage, account}
    assert got[resource].narrowed == (tally, stage, account)
    assert (got[resource].narrow, got[resource].entries) == (got[resource].first + 1, 2)
    assert not any(each.narrowed for name, each in got.items() if name != resource)
    # What cannot say that its domain is gone, and what is no resource, no domain exports.
    assert [each.binding.interface.full_name for each in side.own] == [resource, tally]
    assert not any(each.narrowed for each in side.own)
    carried = {each.name: Carried(binding, each, prefix="main_n") for each in names.methods}
    typed = ["target_word", "target_word_type", "target_word_released"]
    assert carried["export"].given[:3] == typed
    assert carried["bind"].is_narrowed(carried["bind"].method.result)
    assert carried["export"].own_stubs(carried["export"].objects[0].type) == [
        "flat::bindings::MainNOwnCoreAbstractResource",
        "flat::bindings::MainNOwnDemoTally",
    ]


def test_what_a_domain_returns_says_as_which_interface_and_what_is_released() -> None:
    library = load_interfaces([paths.kit / "interfaces"])
    names = library.interface("flat.core.NameServer")
    end, there = End("main", "names", "kept.Main", "app"), End("n", "names", "kept.Names", "there")
    listed = {"interfaces": "demo.Tally"}
    binding = WholeBinding(
        *("lrpc", "n", names, names, library, end, there, None, listed),
        *((), {}, {}, {}, (), 5, 0, 1),
    )
    tally = "flat.demo.Tally"
    side = server_side(binding, 4)
    own = [each.binding.interface.full_name for each in side.own]
    got = {each.binding.interface.full_name: each for each in side.got}
    assert own == [resource, tally]
    assert got[resource].narrowed == (tally,)  # so the server can narrow what a client exports
    assert got[tally].first == got[resource].first + got[resource].entries
    (bind,) = (each for each in names.methods if each.name == "bind")
    inward = Carried(binding, bind, prefix="n")
    outward = Carried(binding, bind, is_outward=True, prefix="n_server")
    assert inward.returned() == ["0", "handle"]
    assert outward.returned() == ["0", "handle", "handle_type", "handle_released"]
    assert outward.result_words()[0] == (
        "auto const handles = flat::typed_word_of<flat::core::AbstractResource, "
        "flat::demo::Tally>(outcome.is_ok() ? outcome.value() : nullptr);"
    )
