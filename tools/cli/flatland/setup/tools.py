# SPDX-License-Identifier: BSD-2-Clause
"""Every program and library of the host that some verb needs, declared in one table."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tool:
    """Something that a Debian package provides: a program, or files such as headers."""

    name: str
    package: str
    needed_by: tuple[str, ...]
    program: str | None = None
    file: str | None = None  # a glob from / that matches when the package is there
    version_argument: str = "--version"

    def is_present(self) -> bool:
        """Whether the host has it."""
        if self.program:
            return shutil.which(self.program) is not None
        return self.file is not None and any(Path("/").glob(self.file))

    def version(self) -> str | None:
        """The version that it tells, or of its package; None when it is missing."""
        if not self.is_present():
            return None
        if not self.program:
            return _package_version(self.package)
        command = [self.program, self.version_argument]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
        return found.group() if found else "unknown"


def _package_version(package: str) -> str:
    command = ["dpkg-query", "--show", "--showformat=${Version}", package]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "unknown"
    return done.stdout.strip() or "unknown"


header_libraries = (
    Tool("jsmn.h", "libjsmn-dev", ("flat build json", "flat test"), file="usr/include/jsmn.h"),
)
"""Libraries of C that are one header: what a source includes is the tool's name."""

tools = (
    Tool("clang++", "clang-19", ("flat build", "flat test"), "clang++-19"),
    Tool("lld", "lld-19", ("flat build",), "ld.lld-19"),
    Tool("llvm-nm", "llvm-19", ("flat build",), "llvm-nm-19"),
    Tool("ninja", "ninja-build", ("flat build",), "ninja"),
    Tool("g++", "g++", ("flat build --compiler g++", "flat test"), "g++"),
    Tool("libstdc++", "libstdc++-12-dev", ("flat build -t hosted",), file="usr/include/c++/*/new"),
    Tool("qemu", "qemu-system-x86", ("flat run -t x86_64",), "qemu-system-x86_64"),
    Tool("cc", "gcc", ("flat run pingpong", "flat memtrace"), "cc"),
    Tool("qemu-user", "qemu-user", ("flat memtrace",), "qemu-x86_64"),
    Tool("gdb", "gdb", ("flat run --gdb",), "gdb"),
    Tool("gdbserver", "gdbserver", ("flat run --gdb -t hosted",), "gdbserver"),
    Tool("GoogleTest", "libgtest-dev", ("flat test",), file="usr/include/gtest/gtest.h"),
    Tool(
        "sanitizers",
        "libclang-rt-19-dev",
        ("flat test",),
        file="usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*.a",
    ),
    Tool("clang-format", "clang-format-19", ("flat test",), "clang-format-19"),
    Tool("clang-tidy", "clang-tidy-19", ("flat test",), "clang-tidy-19"),
    Tool("rpcgen", "rpcsvc-proto", ("flat test",), "rpcgen"),
    Tool("libtirpc", "libtirpc-dev", ("flat test",), file="usr/include/tirpc/rpc/rpc.h"),
    Tool("csmith", "csmith", ("flat test",), "csmith"),
    Tool("csmith's headers", "libcsmith-dev", ("flat test",), file="usr/include/csmith/csmith.h"),
    Tool("valgrind", "valgrind", ("flat test",), "valgrind"),
    Tool("strace", "strace", ("flat test --traced",), "strace"),
    Tool("lit", "llvm-19-tools", ("flat test",), file="usr/lib/llvm-19/build/utils/lit/lit.py"),
    Tool("ccache", "ccache", ("flat test",), "ccache"),
    Tool("rpcinfo", "rpcbind", ("flat test",), file="usr/sbin/rpcinfo"),
    Tool("ganesha", "nfs-ganesha", ("flat test",), file="usr/bin/ganesha.nfsd"),
    Tool(
        "ganesha's files",
        "nfs-ganesha-vfs",
        ("flat test",),
        file="usr/lib/*/ganesha/libfsalvfs.so",
    ),
    Tool("tshark", "tshark", ("flat test",), "tshark"),
    Tool("curl", "curl", ("flat test",), "curl"),
    Tool("iperf3", "iperf3", ("flat test",), "iperf3"),
    Tool("ping", "iputils-ping", ("flat test",), "ping", version_argument="-V"),
    Tool("nc", "netcat-openbsd", ("flat test",), "nc", version_argument="-h"),
    Tool("lwIP", "liblwip-dev", ("flat test",), file="usr/include/lwip/lwip/init.h"),
    Tool("dnsmasq", "dnsmasq-base", ("flat test",), file="usr/sbin/dnsmasq"),
    Tool("tclsh", "tcl", ("flat test",), "tclsh"),
    Tool("dictionary", "hunspell-en-us", ("flat test",), file="usr/share/hunspell/en_US.dic"),
    Tool(
        "libc of AArch64",
        "libc6-dev-arm64-cross",
        ("flat test",),
        file="usr/aarch64-linux-gnu/lib/libc.a",
    ),
    Tool(
        "libgcc of AArch64",
        "libgcc-12-dev-arm64-cross",
        ("flat test",),
        file="usr/lib/gcc-cross/aarch64-linux-gnu/12/libgcc.a",
    ),
    Tool(
        "libc of RISC-V",
        "libc6-dev-riscv64-cross",
        ("flat test",),
        file="usr/riscv64-linux-gnu/lib/libc.a",
    ),
    Tool(
        "libgcc of RISC-V",
        "libgcc-12-dev-riscv64-cross",
        ("flat test",),
        file="usr/lib/gcc-cross/riscv64-linux-gnu/12/libgcc.a",
    ),
    Tool(
        "windows of qemu",
        "qemu-system-gui",
        ("flat run doom in a window",),
        file="usr/lib/*/qemu/ui-gtk.so",
    ),
    Tool("cargo", "cargo", ("flat build doom", "flat test"), "cargo"),
    Tool(
        "freedoom1.wad",
        "freedoom",
        ("flat run doom", "flat test"),
        file="usr/share/games/doom/freedoom1.wad",
    ),
    Tool("busybox", "busybox-static", ("flat run unix", "flat test"), file="bin/busybox"),
    Tool(
        "class library of Java",
        "openjdk-17-jdk-headless",
        ("flat run java", "flat test"),
        file="usr/lib/jvm/java-17-openjdk-*/bin/jlink",
    ),
    Tool("bash", "bash-static", ("flat test",), file="bin/bash-static"),
    Tool("stress-ng", "stress-ng", ("flat test",), file="usr/bin/stress-ng"),
    Tool("musl-gcc", "musl-tools", ("flat test",), "musl-gcc"),
    Tool("lua", "liblua5.4-dev", ("flat test",), file="usr/include/lua5.4/lua.h"),
    Tool("sqlite", "libsqlite3-dev", ("flat test",), file="usr/include/sqlite3.h"),
    Tool("mke2fs", "e2fsprogs", ("flat test",), file="usr/sbin/mke2fs"),
    Tool("genisoimage", "genisoimage", ("flat test",), "genisoimage"),
    Tool("makefs", "makefs", ("flat test",), file="usr/sbin/makefs"),
    Tool("icat", "sleuthkit", ("flat test",), "icat"),
    Tool("mkfs.fat", "dosfstools", ("flat test",), file="usr/sbin/mkfs.fat"),
    Tool("mcopy", "mtools", ("flat test",), file="usr/bin/mcopy"),
    Tool("Linux as a process", "user-mode-linux", ("flat test",), file="usr/bin/linux.uml"),
    Tool("sfdisk", "fdisk", ("flat test",), file="usr/sbin/sfdisk"),
    Tool("node", "nodejs", ("flat graph --browse",), "node"),
    Tool("npm", "npm", ("flat graph --browse",), "npm"),
    Tool("chromium", "chromium", ("flat test",), "chromium"),
    Tool("chromedriver", "chromium-driver", ("flat test",), "chromedriver"),
    Tool(
        "fonts",
        "fonts-dejavu-core",
        ("flat test",),
        file="usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    ),
    Tool("javac", "openjdk-17-jdk-headless", ("flat test",), "javac"),
    Tool("mvn", "maven", ("flat test",), "mvn"),
    Tool("cmake", "cmake", ("flat build --variant flat", "flat test"), "cmake"),
    Tool(
        "LLVM's headers",
        "llvm-19-dev",
        ("flat build --variant flat", "flat test"),
        file="usr/lib/llvm-19/lib/cmake/llvm/LLVMConfig.cmake",
    ),
    Tool(
        "clang's headers",
        "libclang-19-dev",
        ("flat build --variant flat", "flat test"),
        file="usr/lib/llvm-19/include/clang/AST/AST.h",
    ),
    Tool(
        "clang's library",
        "libclang-cpp19-dev",
        ("flat build --variant flat", "flat test"),
        file="usr/lib/llvm-19/lib/libclang-cpp.so",
    ),
    *header_libraries,
)

_by_name = {tool.name: tool for tool in tools}


def find(*names: str) -> list[Tool]:
    """Tools by name."""
    return [_by_name[name] for name in names]


def build_tools(compiler: str, freestanding: bool) -> list[Tool]:
    """What `flat build` needs for one compiler and kind of target."""
    names = ["ninja", "llvm-nm", "lld", "clang++" if compiler == "clang" else "g++"]
    if not freestanding:
        names.append("libstdc++")
    return find(*names)


def native_tools() -> list[Tool]:
    """What building the C++ tools of the kit needs."""
    names = ["cmake", "ninja", "clang++", "libstdc++"]
    return find(*names, "LLVM's headers", "clang's headers", "clang's library")


def find_programs(*programs: str) -> list[Tool]:
    """The tools of the table that are these programs; programs that are in no package are left."""
    return [tool for tool in tools if tool.program in programs]
