# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""What resolution binds, in which order instances start, and what it inherits."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from flatland.lang.syntax import Origin
from flatland.model.load import check, load, resolve
from flatland.model.order import cycles, initialisation_order
from flatland.model.resolved import Binding, Link, ResolvedAssembly
from tests.model.support import check_text, load_kit, make_kit, resolve_text

base = "target left; timer = Quartz; scheduler = RoundRobin;"


def edges(assembly: ResolvedAssembly) -> list[str]:
    return [
        f"{each.client}.{each.port} -> {each.server}.{each.server_port} {each.rule}"
        for each in assembly.bindings
    ]


def codes(folder: Path, assembly: str, **files: str) -> list[str]:
    return [entry.code for entry in check_text(folder, assembly, **files).diagnostics]


def test_an_unmentioned_requirement_takes_the_one_provider(tmp_path: Path) -> None:
    it = resolve_text(tmp_path, f"assembly It {{ {base} main = Main; }}")
    assert edges(it) == [
        "main.scheduler -> scheduler.scheduler automatic",
        "scheduler.timer -> timer.timer automatic",
    ]


def test_a_subtype_serves(tmp_path: Path) -> None:
    watch = "component Watch { requires Clock clock; }"
    it = resolve_text(tmp_path, f"assembly It {{ {base} main = Main; w = Watch; }}", watch=watch)
    assert "w.clock -> timer.timer automatic" in edges(it)


def test_an_optional_port_is_bound_when_there_is_one_provider(tmp_path: Path) -> None:
    it = resolve_text(tmp_path, f"assembly It {{ {base} main = Main; log = Memory; }}")
    assert "main.log -> log.log automatic" in edges(it)


def test_none_leaves_an_optional_port_unbound(tmp_path: Path) -> None:
    text = f"assembly It {{ {base} main = Main; a = Memory; b = Memory; main.log -> none; }}"
    resolution = check_text(tmp_path, text)
    assert resolution.assembly
    assert not any(edge.startswith("main.log") for edge in edges(resolution.assembly))


def test_an_instance_never_serves_itself(tmp_path: Path) -> None:
    text = f"assembly It {{ {base} main = Main; ring = Ring; loop = Loopback; }}"
    assert "ring.next -> loop.link automatic" in edges(resolve_text(tmp_path, text))


def test_two_ports_of_one_instance_are_two_candidates(tmp_path: Path) -> None:
    twin = "component Twin { provides Link left, Link right; }"
    user = "component User { requires Link link; }"
    text = f"assembly It {{ {base} main = Main; twin = Twin; user = User; }}"
    assert codes(tmp_path, text, twin=twin, user=user) == ["F0204"]


def test_a_collection_takes_all_others_in_the_order_of_the_instances(tmp_path: Path) -> None:
    text = "assembly It { target left; z = Loopback; router = Router; a = Loopback; }"
    it = resolve_text(tmp_path, text)
    links = [(each.server, each.index) for each in it.bindings if each.port == "links"]
    assert links == [("z", 0), ("a", 1)]


def test_a_collection_may_be_empty_or_be_listed(tmp_path: Path) -> None:
    text = "assembly It {{ target left; a = Loopback; b = Loopback; router = Router; {} }}"
    for number, (statement, expected) in enumerate(
        [("router.links -> [b.link, a.link];", ["b", "a"]), ("router.links -> [];", [])]
    ):
        it = resolve_text(tmp_path / str(number), text.format(statement))
        assert [each.server for each in it.bindings] == expected
    it = resolve_text(tmp_path / "none", "assembly It { target left; router = Router; }")
    assert it.bindings == ()


def test_a_redefined_instance_replaces_the_inherited_one_in_its_place(tmp_path: Path) -> None:
    text = "assembly It extends flat.Base { main = Main; scheduler = RoundRobin { fair = false }; }"
    it = resolve_text(tmp_path, text)
    assert [each.name for each in it.instances] == ["timer", "scheduler", "main"]
    assert dict(it.instances[1].attributes) == {
        "slice_us": 10000,
        "fair": False,
        "level": "QUIET",
    }
    assert it.instances[0].origin.file.name == "base.flat"


def test_explicit_bindings_are_inherited_and_can_be_replaced(tmp_path: Path) -> None:
    below = (
        "assembly Below { target left; main = Main; scheduler = RoundRobin; a = Quartz; b = Quartz;"
        " scheduler.timer -> a.timer; }"
    )
    above = "assembly {} extends Below {{ {} }}"
    files = {
        "kernels/below/below.flat": below,
        "kernels/same/same.flat": above.format("Same", ""),
        "kernels/other/other.flat": above.format("Other", "scheduler.timer -> b.timer;"),
    }
    kit = make_kit(tmp_path, files)
    library = load(kit)
    same = resolve(library, kit / "kernels/same/same.flat")
    assert "scheduler.timer -> a.timer inherited" in edges(same)
    other = resolve(library, kit / "kernels/other/other.flat")
    assert "scheduler.timer -> b.timer explicit" in edges(other)


def test_an_inherited_binding_of_a_port_that_the_replacement_lacks_is_dropped(
    tmp_path: Path,
) -> None:
    files = {
        "kernels/below/below.flat": "assembly Below { target left; main = Main; t = Quartz;"
        " scheduler = RoundRobin; scheduler.timer -> t.timer; }",
        "kernels/it/it.flat": "assembly It extends Below { scheduler = Plain; }",
        "components/test/plain.flat": "component Plain { provides Scheduler scheduler; }",
    }
    kit = make_kit(tmp_path, files)
    it = resolve(load(kit), kit / "kernels/it/it.flat")
    assert edges(it) == ["main.scheduler -> scheduler.scheduler automatic"]


def test_providers_start_before_their_clients_and_else_in_the_order_given(tmp_path: Path) -> None:
    text = "assembly It { target left; main = Main; b = Memory; scheduler = RoundRobin; q = Quartz;"
    it = resolve_text(tmp_path, text + " }")
    assert [each.name for each in it.instances] == ["b", "q", "scheduler", "main"]


def test_a_late_requirement_breaks_a_cycle(tmp_path: Path) -> None:
    late = "component Late { provides Link link; late requires Link next; }"
    text = f"assembly It {{ {base} main = Main; a = Ring; b = Late; }}"
    it = resolve_text(tmp_path, text, late=late)
    assert [each.name for each in it.instances if each.name in "ab"] == ["b", "a"]
    assert [each.late for each in it.bindings if each.client == "b"] == [True]


def test_the_target_chooses_the_variants(tmp_path: Path) -> None:
    kit = make_kit(
        tmp_path,
        {
            "kernels/it/it.flat": "assembly It { target left, right; main = Main;"
            " scheduler = Plain; p = Part; }",
            "components/test/plain.flat": "component Plain { provides Scheduler scheduler; }",
            "dimensions/arch/left/part.flat": "component Part { requires Scheduler scheduler; }",
            "dimensions/arch/right/part.flat": "component Part { optional Log log; }",
        },
    )
    library = load(kit)
    left = resolve(library, kit / "kernels/it/it.flat")
    assert (left.target.arch, left.target.platform) == ("left", "board")
    assert "p.scheduler -> scheduler.scheduler automatic" in edges(left)
    right = resolve(library, kit / "kernels/it/it.flat", "right")
    assert dict(right.target.folders)["arch"] == kit / "dimensions/arch/right"
    assert "p.scheduler -> scheduler.scheduler automatic" not in edges(right)


def test_the_binary_interface_of_an_api_belongs_to_the_target(tmp_path: Path) -> None:
    text = f"assembly It {{ {base} main = Main; api v4; calls = abi.Syscalls; r = Ring; }}"
    it = resolve_text(tmp_path, text)
    assert [name for name, _ in it.target.folders] == ["arch", "platform", "api", "smp", "abi"]


def test_objects_are_composed_of_dimensions_and_shares(tmp_path: Path) -> None:
    library, file = load_kit(tmp_path)
    (tcb,) = resolve(library, file).objects
    assert (tcb.package, tcb.base) == ("api", "TcbBase")
    assert [(mixin.header, mixin.source) for mixin in tcb.mixins] == [
        ("api/tcb_api.hpp", "api"),
        ("arch/tcb_arch.hpp", "arch"),
        ("thread/round_robin_tcb.hpp", "scheduler"),
    ]


def test_an_instance_without_a_share_adds_no_mixin(tmp_path: Path) -> None:
    plain = "component Plain { provides Scheduler scheduler; }"
    text = "assembly It { target left; main = Main; scheduler = Plain; }"
    it = resolve_text(tmp_path, text, plain=plain)
    assert [mixin.source for mixin in it.objects[0].mixins] == ["api", "arch"]


def test_a_module_is_found_below_its_root(tmp_path: Path) -> None:
    library, file = load_kit(tmp_path)
    it = resolve(library, file)
    assert [module.folder for module in it.modules] == [library.kit / "user/root"]


def test_a_kernel_of_ones_own_stands_on_the_kit(tmp_path: Path) -> None:
    kit = make_kit(tmp_path)
    own = tmp_path / "own"
    (own / "components/mine").mkdir(parents=True)
    (own / "components/mine/plain.flat").write_text(
        "component Plain { provides Scheduler scheduler; }"
    )
    (own / "components/mine/plain.hpp").touch()
    (own / "kernels/it").mkdir(parents=True)
    file = own / "kernels/it/it.flat"
    file.write_text("assembly It extends flat.Base { main = Main; scheduler = mine.Plain; }")
    it = resolve(load(kit, [own]), file)
    assert {each.component.full_name for each in it.instances} == {
        "arch.Quartz",
        "mine.Plain",
        "boot.Main",
    }


def test_an_assembly_may_lie_anywhere(tmp_path: Path) -> None:
    kit = make_kit(tmp_path)
    file = tmp_path / "somewhere.flat"
    file.write_text("assembly It extends flat.Base { main = Main; }")
    assert resolve(load(kit), file).command_name == "somewhere"


def test_a_broken_declaration_that_is_not_used_disturbs_nobody(tmp_path: Path) -> None:
    kit = make_kit(
        tmp_path,
        {"components/test/half.flat": "component Half { provides", "kernels/x/x.flat": "assembly"},
    )
    assert resolve(load(kit), kit / "kernels/good/good.flat")


def test_a_broken_component_that_is_used_tells_its_own_error_only(tmp_path: Path) -> None:
    text = f"assembly It {{ {base} main = Main; half = Half; half.x -> timer.timer; }}"
    assert codes(tmp_path, text, half="component {") == ["F0101"]


def test_unknown_names_have_no_follow_ups(tmp_path: Path) -> None:
    text = "assembly It { target left; main = Main; scheduler = Nobody; scheduler.t -> main.q; }"
    assert codes(tmp_path, text) == ["F0401"]


def test_independent_errors_come_together_in_the_order_of_places(tmp_path: Path) -> None:
    text = (
        "assembly It {\n    target left, middle;\n    main = Mian;\n"
        "    timer = Quartz;\n    scheduler = RoundRobin { slice_us = 1 };\n    x.y -> z.w;\n}\n"
    )
    assert codes(tmp_path, text) == ["F0501", "F0401", "F0304", "F0208", "F0208"]


def test_a_component_that_provides_nothing_is_not_unused(tmp_path: Path) -> None:
    watch = "component Watch { requires Clock clock; }"
    text = f"assembly It {{ {base} main = Main; w = Watch; }}"
    assert codes(tmp_path, text, watch=watch) == []


def test_an_instance_that_can_be_called_back_is_not_unused(tmp_path: Path) -> None:
    driver = "component Driver { provides Link link; requires Timer timer; }"
    text = f"assembly It {{ {base} main = Main; d = Driver; }}"
    assert codes(tmp_path, text, driver=driver) == []


def test_an_interrupt_may_reach_mixed_interfaces_and_thread_only_requirements(
    tmp_path: Path,
) -> None:
    body = "provides Scheduler scheduler; requires Disk disk; context scheduler.tick : interrupt;"
    text = "assembly It { target left; main = Main; scheduler = Plain; disk = RamDisk; }"
    plain = f"component Plain {{ {body} }}"
    assert codes(tmp_path / "reached", text, plain=plain) == ["F0214"]
    plain = f"component Plain {{ {body} context disk : thread; }}"
    assert codes(tmp_path / "promised", text, plain=plain) == []


def test_everything_that_decides_is_an_input(tmp_path: Path) -> None:
    library, file = load_kit(tmp_path)
    inputs = {path.relative_to(library.kit).as_posix() for path in resolve(library, file).inputs}
    assert {
        "kernels/good/good.flat",
        "kernels/base/base.flat",
        "components/boot/main.flat",
        "dimensions/arch/left/variant.toml",
        "dimensions/api/none/tcb.flat",
        "interfaces/flat/hal/Timer.java",
        "user/root/program.toml",
    } <= inputs


def test_a_file_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    library, _ = load_kit(tmp_path)
    resolution = check(library, tmp_path / "nothing.flat")
    assert [entry.code for entry in resolution.diagnostics] == ["F0104"]


def random_bindings(chance: random.Random, names: list[str], count: int) -> list[Binding]:
    origin = Origin(Path("/it.flat"), 1, 1)
    return [
        Binding(
            chance.choice(names),
            f"p{number}",
            chance.choice(names),
            "q",
            "flat.lang.Top",
            (Link("static", (), ()),),
            "explicit",
            origin,
            chance.random() < 0.2,
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("seed", range(50))
def test_an_order_exists_exactly_when_there_is_no_cycle(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"i{number}" for number in range(chance.randint(1, 12))]
    bindings = random_bindings(chance, names, chance.randint(0, 14))
    order = initialisation_order(names, bindings)
    found = cycles(names, bindings)
    assert (len(order) == len(names)) == (not found)
    position = {name: index for index, name in enumerate(order)}
    for binding in bindings:
        if not binding.late and binding.client in position:
            assert position[binding.server] < position[binding.client]
    for cycle in found:
        following = [*cycle[1:], cycle[0]]
        assert all(
            each.server == after.client for each, after in zip(cycle, following, strict=True)
        )
        assert len({each.client for each in cycle}) == len(cycle)
        assert not any(each.late for each in cycle)


@pytest.mark.parametrize("seed", range(20))
def test_resolution_does_not_depend_on_the_order_of_statements(seed: int, tmp_path: Path) -> None:
    statements = [
        "target left;",
        "timer = Quartz;",
        "scheduler = RoundRobin;",
        "main = Main;",
        "log = Memory;",
        "a = Loopback;",
        "b = Ring;",
        "b.next -> a.link;",
    ]
    expected = set(edges(resolve_text(tmp_path / "a", f"assembly It {{ {' '.join(statements)} }}")))
    random.Random(seed).shuffle(statements)
    it = resolve_text(tmp_path / "b", f"assembly It {{ {' '.join(statements)} }}")
    assert set(edges(it)) == expected


def test_of_many_candidates_only_some_are_named(tmp_path: Path) -> None:
    logs = " ".join(f"log{number} = Memory;" for number in range(10))
    (entry,) = check_text(tmp_path, f"assembly It {{ {base} main = Main; {logs} }}").diagnostics
    assert entry.notes[0].endswith("log5.log (log.Memory) and 4 more")


kind = 'summary = "Stands between."\n'
counted = f"""{kind}
[parameters.limit]
type = "u32"

[parameters.loud]
type = "bool"
default = true
"""
told = f'{kind}\n[requires]\nclock = "hal.Clock"\n'


def with_kinds(folder: Path, assembly: str, **more: str) -> ResolvedAssembly:
    """An assembly of a kit that has the kinds `counted` and `told`, too."""
    files = {"bindings/counted/kind.toml": counted, "bindings/told/kind.toml": told, **more}
    kit = make_kit(folder, {**files, "kernels/it/it.flat": assembly})
    return resolve(load(kit), kit / "kernels/it/it.flat")


def test_a_binding_without_via_is_of_the_default_kind(tmp_path: Path) -> None:
    assembly = with_kinds(tmp_path, f"assembly It {{ {base} main = Main; }}")
    assert {each.kind for each in assembly.bindings} == {"static"}
    assert [each.name for each in assembly.kinds] == ["static"]


def test_kinds_compose_and_their_parameters_have_values(tmp_path: Path) -> None:
    text = (
        "main = Main; log = Memory; main.log -> log.log via Counted(3), counted(4, false), Static;"
    )
    assembly = with_kinds(tmp_path, f"assembly It {{ {base} {text} }}")
    (binding,) = [each for each in assembly.bindings if each.port == "log"]
    assert binding.kind == "counted(3, true), counted(4, false), static"
    assert binding.chain[1].arguments == (("limit", 4), ("loud", False))
    assert [each.name for each in assembly.kinds] == ["counted", "static"]


def test_what_a_kind_requires_is_bound_by_type_and_constructed_before(tmp_path: Path) -> None:
    text = "main = Main; log = Memory; main.log -> log.log via Told; timer = Quartz;"
    text = f"target left; scheduler = RoundRobin; {text}"
    assembly = with_kinds(tmp_path, f"assembly It {{ {text} }}")
    (binding,) = [each for each in assembly.bindings if each.port == "log"]
    (supply,) = binding.chain[0].supplies
    assert (supply.name, supply.interface) == ("clock", "flat.hal.Clock")
    assert (supply.server, supply.server_port) == ("timer", "timer")
    names = [each.name for each in assembly.instances]
    assert names.index("timer") < names.index("main")


solo = "component Solo { provides Entry entry; optional Log log; }"
gate = f'{kind}crosses = ["domain", "kernel"]\ngenerator = "generator.py"\n'


def test_each_domain_is_an_image_with_its_own_order_and_entry(tmp_path: Path) -> None:
    text = """
        main = Main; log = Memory; main.log -> log.log;
        domain app { solo = Solo; near = Memory; solo.log -> near.log; }
        domain other { third = Solo; third.log -> log.log via Gate; }
    """
    assembly = with_kinds(
        tmp_path,
        f"assembly It {{ {base} {text} }}",
        **{
            "components/test/solo.flat": solo,
            "bindings/gate/kind.toml": gate,
            "bindings/gate/generator.py": "",
        },
    )
    assert [each.domain for each in assembly.images] == ["kernel", "app", "other"]
    kernel, app, other = assembly.images
    assert [each.name for each in app.instances] == ["near", "solo"]
    assert (app.entry.instance, other.entry.instance) == ("solo", "third")
    assert [each.server for each in other.bindings] == ["log"]
    assert kernel.objects
    assert not app.objects
    assert {each.domain for each in app.instances} == {"app"}


def test_of_several_providers_the_one_of_its_own_domain_serves(tmp_path: Path) -> None:
    text = "main = Main; log = Memory; domain app { solo = Solo; near = Memory; MORE }"
    text = f"assembly It {{ {base} {text} }}"
    found = edges(resolve_text(tmp_path, text.replace("MORE", ""), solo=solo))
    assert "main.log -> log.log automatic" in found
    assert "solo.log -> near.log automatic" in found
    two = text.replace("MORE", "other = Memory;")
    assert codes(tmp_path / "two", two, solo=solo) == ["F0204"]
    elsewhere = text.replace("near = Memory;", "").replace(
        "log = Memory;", "a = Memory; b = Memory; main.log -> a.log;"
    )
    assert codes(tmp_path / "elsewhere", elsewhere.replace("MORE", ""), solo=solo) == ["F0204"]


def test_modules_are_carried_by_the_domain_that_they_stand_in(tmp_path: Path) -> None:
    file = '"user/root/program.toml"'
    text = f"""assembly It {{ {base} main = Main; log = Memory; module first = {file};
        domain app {{ solo = Solo; solo.log -> none; module second = {file}; }}
        domain kernel {{ module third = {file}; module root = user/root; }}
    }}"""
    kernel, app = resolve_text(tmp_path, text, solo=solo).images
    assert [each.name for each in kernel.files] == ["first", "third"]
    assert [each.name for each in kernel.modules] == ["root"]
    assert [each.name for each in app.files] == ["second"]
    assert not app.modules


def test_each_domain_has_modules_of_its_own_names(tmp_path: Path) -> None:
    def domain(name: str, file: str) -> str:
        return f'domain {name} {{ {name} = Solo; {name}.log -> none; module root = "{file}"; }}'

    first, second = "user/root/program.toml", "kernels/good/good.flat"
    text = f"assembly It extends Good {{ {domain('one', first)} {domain('two', second)} }}"
    kernel, one, two = resolve_text(tmp_path, text, solo=solo).images
    assert [each.name for each in kernel.modules] == ["root"]
    assert [each.file.name for each in one.files + two.files] == ["program.toml", "good.flat"]


def test_an_entry_that_another_instance_runs_is_not_the_kernels(tmp_path: Path) -> None:
    boss = "component Boss { provides Entry entry; requires Entry servant; }"
    files = {"solo": solo, "boss": boss}
    text = f"assembly It {{ {base} servant = Solo; boss = Boss; log = Memory; }}"
    kernel = resolve_text(tmp_path, text, **files).images[0]
    assert kernel.entry.instance == "boss"
    twice = text.replace("log", "other = Solo; boss.servant -> other.entry; log")
    assert codes(tmp_path / "twice", twice, **files) == ["F0406"]


def test_a_block_named_kernel_is_the_kernel(tmp_path: Path) -> None:
    text = f"assembly It {{ {base} main = Main; domain kernel {{ log = Memory; }} }}"
    assembly = resolve_text(tmp_path, text)
    assert [each.domain for each in assembly.images] == ["kernel"]
    assert "main.log -> log.log automatic" in edges(assembly)


def test_a_component_has_the_sources_of_what_it_uses_each_once(tmp_path: Path) -> None:
    files = {
        "kernels/it/it.flat": "assembly It extends flat.Base { main = Main; it = It; }",
        "components/test/it.flat": 'component It { uses Up, Low; source "it.cpp"; }',
        "components/test/up.flat": 'library Up { uses Low; source "up.cpp"; }',
        "components/test/low.flat": 'library Low { source "low.cpp"; }',
        **{f"components/test/{stem}.cpp": "" for stem in ("it", "up", "low")},
    }
    kit = make_kit(tmp_path, files)
    assembly = resolve(load(kit), kit / "kernels/it/it.flat")
    sources = [file.name for file in assembly.instance("it").component.sources]
    assert sources == ["it.cpp", "up.cpp", "low.cpp"]
    inputs = {file.name for file in assembly.inputs}
    assert {"up.flat", "low.flat"} <= inputs
