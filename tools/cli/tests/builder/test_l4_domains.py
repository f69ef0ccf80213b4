# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions kernels user
# One run in 3, unless changed: user/domains dimensions/api/v4 dimensions/arch/x86_64
"""What a component of a workspace does as an L4 task, and must not."""

from __future__ import annotations

from pathlib import Path

from tests.builder.sample import flat, make_workspace

files = {
    "components/hostile/ports.flat": """// SPDX-License-Identifier: BSD-2-Clause
// Writes to two ports.
component Ports {
    provides boot.Entry entry;
    requires log.Log log;
    source "ports.cpp";
}
""",
    "components/hostile/ports.hpp": """#pragma once
#include <hostile/ports.flat.hpp>
namespace flat::hostile {
class Ports : public PortsComponent {
public:
    using PortsComponent::PortsComponent;
    void run() override;
};
}
""",
    "components/hostile/ports.cpp": """#include <core/say.hpp>
#include <hostile/ports.hpp>
namespace flat::hostile {
void Ports::run() {
    say(*log, "before");
    asm volatile("outb %b0, %w1" : : "a"(0), "Nd"(0x80));
    say(*log, "between");
    asm volatile("outb %b0, %w1" : : "a"(0), "Nd"(0x81));
    say(*log, "after");
}
}
""",
    "kernels/hostile/hostile.flat": """assembly Hostile extends WithL4Domains {
    domain app {
        ports = hostile.Ports;
        text = log.Console;
        resort = domains.LastResort;
        ports.log -> text.log;
        text.console -> resort.console;
    }
}
""",
    "kernels/granted/granted.flat": """assembly Granted extends Hostile {
    post = api.DeviceGrant { domain = "app", first_port = 0x80 };
}
""",
    "kernels/unknown/unknown.flat": """assembly Unknown extends Hostile {
    post = api.DeviceGrant { domain = "apps", first_port = 0x80 };
}
""",
    "kernels/twice/twice.flat": """assembly Twice extends Hostile {
    first_making = api.MakingGrant { domain = "app", makes = "made" };
    second_making = api.MakingGrant { domain = "app", makes = "made", at_once = 2 };
    domain made { nothing = boot.Nothing; }
}
""",
    "kernels/crowded/crowded.flat": """assembly Crowded extends Hostile {
    first_making = api.MakingGrant { domain = "app", makes = "first", at_once = 64 };
    second_making = api.MakingGrant { domain = "app", makes = "second", at_once = 64 };
    domain first {
        first = boot.Nothing;
    }
    domain second {
        second = boot.Nothing;
    }
}
""",
    "kernels/nobody/nobody.flat": """assembly Nobody extends Hostile {
    making = api.MakingGrant { domain = "apps", makes = "app" };
}
""",
    "kernels/limitless/limitless.flat": """assembly Limitless extends Hostile {
    limit = api.MemoryLimit { domain = "apps", pages = 100 };
}
""",
    "kernels/codeless/codeless.flat": """assembly Codeless extends Hostile {
    may_load = api.CodeGrant { domain = "apps" };
}
""",
    "kernels/listed/listed.flat": """assembly Listed extends WithL4Domains {
    domain office {
        nothing = boot.Nothing;
        trader = service.LocalTrader;
        trade = service.OfferServer;
        heap = memory.Arena;
    }
    domain seller {
        seller = proxies.Seller { properties = "precision=1" };
        seller.trade -> trade.server via Ipc(1000, 65536, "demo.Tally demo.Stage");
    }
}
""",
    "kernels/attended/attended.flat": """assembly Attended extends WithL4Domains {
    domain books {
        nothing = boot.Nothing;
        ledger = demo.ledger.SmallLedger;
    }
    domain app {
        relay = demo.ledger.LedgerRelay;
        start = boot.Nothing;
        relay.beyond -> ledger.ledger via Ipc(1000, 65536, "", true);
    }
}
""",
    "kernels/empty/empty.flat": """assembly Empty extends Hostile {
    limit = api.MemoryLimit { domain = "app", pages = 0 };
}
""",
    "kernels/nothing/nothing.flat": """assembly Nothing extends Hostile {
    making = api.MakingGrant { domain = "app", makes = "apps" };
}
""",
}


def test_a_domain_that_uses_a_port_fails_there_and_ends(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, files)
    done = flat(workspace, "run", "hostile", "--timeout", "60")
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert "before" in done.stdout, said
    assert "between" not in done.stdout
    assert "panic: general protection" in done.stdout
    assert "hostile::Ports::run [ports]" in done.stdout
    assert "warning: domain app ends with status 101" in done.stdout


def test_a_domain_may_use_the_ports_that_it_has_been_granted_and_no_others(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, files)
    done = flat(workspace, "run", "granted", "--timeout", "60")
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert "between" in done.stdout, said
    assert "after" not in done.stdout
    assert "panic: general protection" in done.stdout


def test_grants_of_more_domains_than_can_be_are_an_error_of_the_run(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, files)
    done = flat(workspace, "run", "crowded", "--timeout", "60")
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert "error: 1 more domains at a time are granted than can be" in said
    assert "before" in done.stdout


def test_two_grants_for_one_maker_and_image_are_an_error_of_the_run(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, files)
    done = flat(workspace, "run", "twice", "--timeout", "60")
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert said.count("error: domain app is granted twice to make made: say it in one grant") == 1


def test_grants_name_domains_that_there_are(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, files)
    wrong = {
        "unknown": "post.domain",
        "nobody": "making.domain",
        "nothing": "making.makes",
        "limitless": "limit.domain",
        "codeless": "may_load.domain",
    }
    for kernel, attribute in wrong.items():
        done = flat(workspace, "check", kernel)
        assert done.returncode == 1, done.stdout + done.stderr
        message = f"error[F0428]: `{attribute}` names `apps`: the assembly has no such domain"
        assert message in done.stdout + done.stderr
        assert 'did you mean "app"?' in done.stdout + done.stderr


def test_a_binding_lists_what_a_task_can_give_away(tmp_path: Path) -> None:
    done = flat(make_workspace(tmp_path, files), "check", "listed")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "error[F0716]: binding kind `ipc` does nothing" in done.stderr, done.stderr
    assert "`flat.demo.Stage`, which the kind's argument lists, is not for objects" in done.stderr


def test_no_attendant_is_made_for_who_passes_no_objects(tmp_path: Path) -> None:
    done = flat(make_workspace(tmp_path, files), "check", "attended")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "error[F0716]: binding kind `ipc` does nothing" in done.stderr, done.stderr
    assert "its client passes no objects that a second thread could be called for" in done.stderr
    assert "leave `attended` out" in done.stderr


def test_a_domain_without_memory_is_refused(tmp_path: Path) -> None:
    done = flat(make_workspace(tmp_path, files), "check", "empty")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "`pages`" in done.stderr and "1..16384" in done.stderr, done.stderr
