# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli interfaces core components bindings dimensions kernels
"""What resources of another kernel can turn out to be, both ends list, and only what can end."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland import paths
from flatland.idl.identity import identity
from flatland.idl.load import load_interfaces
from tests.builder.sample import flat, make_workspace


def test_another_kernels_object_is_named_by_what_its_resources_can_turn_out_to_be() -> None:
    library = load_interfaces([paths.kit / "interfaces"])
    server, tally, account = "flat.core.NameServer", "flat.demo.Tally", "flat.bank.Account"
    lists: list[tuple[str, ...]] = [(), (tally,), (account,), (tally, account), (account, tally)]
    named = {identity(library, server, "names", each) for each in lists}
    assert len(named) == len(lists)
    assert identity(library, server, "names") in named


@pytest.mark.parametrize(
    ("binding", "expected"),
    [
        (
            'binder.names -> far.peer via Remote("names", "demo.Tally demo.Stage");',
            ["binding kind `remote` does nothing", "is not for objects of another kernel"],
        ),
        (
            'desk.objects -> [names.names] via Exported(65536, "demo.Nothing");',
            ["binding kind `exported` does nothing", "is no interface with methods"],
        ),
    ],
)
def test_another_kernels_objects_turn_out_to_be_what_can_end(
    tmp_path: Path, binding: str, expected: list[str]
) -> None:
    text = f"""// SPDX-License-Identifier: BSD-2-Clause
// Lists what cannot be.
assembly BadlyBound extends ProxiesBoundRemote {{
    {binding}
}}
"""
    folder = make_workspace(tmp_path, {"kernels/badly/badly.flat": text})
    done = flat(folder, "check", "badly")
    assert done.returncode == 1, done.stdout + done.stderr
    for each in ("error[F0716]", *expected):
        assert each in done.stderr, done.stderr
