# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli kernels
# Builds: pingpong kernels/router
"""A change is in a kernel if it is below what the kernel is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.testing.kernel_reads import kernel_reads
from tests.testing.support import kit


def is_in(kernel: str, target: str, path: str) -> bool:
    """Whether a change of the file is in the kernel."""
    file = kit.folder / path
    return any(file.is_relative_to(place) for place in kernel_reads(kit, kernel, target))


@pytest.mark.parametrize(
    "path",
    [
        "kernels/pingpong/pingpong.flat",
        "components/thread/priority.cpp",
        "core/types.hpp",
        "dimensions/api/v4/ipc/deputies.cpp",
        "dimensions/arch/x86_64/traps/entry.S",
        "user/pingpong/main.cpp",
        "interfaces/flat/thread/Scheduler.java",
        "bindings/static/kind.toml",
    ],
)
def test_what_a_kernel_is_made_of_is_in_it(path: str) -> None:
    assert is_in("pingpong", "x86_64", path)


def test_what_stubs_of_calls_include_is_in_their_kernel() -> None:
    assert is_in("rpc-client-tcp", "hosted", "components/rpc/serve.hpp")
    assert is_in("kernels/disk/nfs-lossy.flat", "x86_64", "components/rpc/xdr/xdr_places.hpp")
    assert not is_in("rpc-client-tcp", "hosted", "components/rpc/ports/portmapper.hpp")


def test_what_stubs_are_made_of_is_in_their_kernel() -> None:
    assert is_in("rpc-client-tcp", "hosted", "bench/components/rpc/bench.x")
    assert is_in("kernels/disk/nfs-lossy.flat", "x86_64", "components/fs/nfs/nfs3.x")
    assert not is_in("kernels/disk/nfs-lossy.flat", "x86_64", "bench/components/rpc/bench.x")


def test_a_path_of_a_kernel_is_one_from_the_workspace_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_in("kernels/router/nat.flat", "x86_64", "components/router/planp/form.cpp")
    assert not is_in("kernels/router/nat.flat", "x86_64", "components/doom/doom.hpp")


@pytest.mark.parametrize(
    "path",
    [
        "kernels/unix/unix.flat",
        "components/net/tcp/connection.cpp",
        "components/thread/round_robin.hpp",
        "core/containers/list_test.cpp",
        "dimensions/arch/hosted/context.cpp",
        "bindings/remote/kind.toml",
        "interfaces/flat/unix/Files.java",
        "docs/tour.md",
    ],
)
def test_what_other_kernels_are_made_of_is_not(path: str) -> None:
    assert not is_in("pingpong", "x86_64", path)


def test_a_kernel_that_cannot_be_resolved_is_made_of_anything() -> None:
    assert is_in("no-such-kernel", "x86_64", "docs/tour.md")
    assert is_in("pingpong", "hosted", "docs/tour.md")
