# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/java
# One run in 3, unless changed: kernels/java components/java
"""Programs of Java write in the kernel what they write by OpenJDK's own machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from flatland.setup.install import ensure
from flatland.setup.tools import find

here = Path(__file__).resolve().parent
kit = here.parents[1]


@pytest.fixture(scope="module")
def jdk() -> Path:
    """The packaged OpenJDK 17."""
    (tool,) = find("class library of Java")
    ensure([tool])
    return sorted(Path("/").glob(tool.file or ""))[0].parents[1]


def in_kernel(*words: str | Path, kernel: str = "java") -> subprocess.CompletedProcess[str]:
    """A program in the kernel."""
    command: list[str | Path] = [
        kit / "flat",
        "run",
        kernel,
        "--timeout",
        "300",
        "--",
        *words,
    ]
    return subprocess.run(command, cwd=kit, capture_output=True, text=True, check=False)


def written_on_host(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
    """What a program writes on both of its outputs, in order, as on a console."""
    return subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
    )


_programs = [
    "Concurrent",
    "Containers",
    "Depths",
    "Exceptions",
    "Formats",
    "Handles",
    "Lambdas",
    "Leaving",
    "Library",
    "Paths",
    "Records",
    "References",
    "Texts",
    "Threads",
    "Zipped",
]


@pytest.mark.parametrize("name", _programs)
def test_a_program_writes_what_it_writes_on_the_host(jdk: Path, tmp_path: Path, name: str) -> None:
    source = here / "programs" / f"{name}.java"
    javac: list[str | Path] = [
        jdk / "bin" / "javac",
        "-d",
        tmp_path,
    ]
    subprocess.run([*javac, source], check=True)
    encoding = ["-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8"]
    host: list[str | Path] = [jdk / "bin" / "java", *encoding, "-cp", tmp_path]
    theirs = written_on_host([*host, name, "a"])
    ours = in_kernel(tmp_path / f"{name}.class", "a")
    assert ours.stdout.replace("\r\n", "\n") == theirs.stdout, ours.stderr
    assert ours.returncode == theirs.returncode


def test_green_threads_write_what_those_of_the_host_do(jdk: Path, tmp_path: Path) -> None:
    source = here / "programs" / "Threads.java"
    subprocess.run([jdk / "bin" / "javac", "-d", tmp_path, source], check=True)
    host: list[str | Path] = [jdk / "bin" / "java", "-cp", tmp_path, "Threads"]
    theirs = written_on_host(host)
    ours = in_kernel(tmp_path / "Threads.class", kernel="kernels/java/green.flat")
    assert ours.stdout.replace("\r\n", "\n") == theirs.stdout, ours.stderr


_deadlock = """
public class Embrace {
    static final Object left = new Object();
    static final Integer right = Integer.valueOf(1000);
    static volatile boolean hasRight;

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (right) {
                hasRight = true;
                synchronized (left) {
                    System.out.println("never");
                }
            }
        }, "other");
        synchronized (left) {
            other.start();
            while (!hasRight)
                Thread.yield();
            synchronized (right) {
                System.out.println("never");
            }
        }
    }
}
"""


@pytest.mark.parametrize("kernel", ["java", "kernels/java/green.flat"])
def test_a_deadlock_is_told_with_the_names_of_the_threads(tmp_path: Path, kernel: str) -> None:
    source = tmp_path / "Embrace.java"
    source.write_text(_deadlock, encoding="utf-8")
    done = in_kernel(source, kernel=kernel)
    assert done.returncode == 1
    lines = [each for each in done.stdout.splitlines() if "java: " in each]
    entered = "waits to enter the monitor of an object of"
    assert [each[each.index("java: ") :] for each in lines] == [
        "java: deadlock: no thread can go on, and none ever will",
        f'java: "main" {entered} java/lang/Integer, which "other" has entered',
        f'java: "other" {entered} java/lang/Object, which "main" has entered',
    ]


_alone = """
public class Alone {
    public static void main(String[] arguments) throws InterruptedException {
        new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        }).start();
        Object lock = new Object();
        synchronized (lock) {
            lock.wait();
        }
    }
}
"""


@pytest.mark.parametrize("kernel", ["java", "kernels/java/green.flat"])
def test_a_wait_that_nobody_is_left_to_end_is_told(tmp_path: Path, kernel: str) -> None:
    source = tmp_path / "Alone.java"
    source.write_text(_alone, encoding="utf-8")
    done = in_kernel(source, kernel=kernel)
    assert done.returncode == 1
    assert '"main" waits to be notified by an object of java/lang/Object' in done.stdout


def test_what_is_no_program_is_told(tmp_path: Path) -> None:
    missing = in_kernel(tmp_path / "Nothing.class")
    assert missing.returncode == 1
    assert "F0825" in missing.stderr
    broken = tmp_path / "Broken.class"
    broken.write_bytes(bytes.fromhex("cafebabe0000003d"))
    done = in_kernel(broken)
    assert done.returncode == 1
    assert "ClassFormatError: Broken: the file ends before its constants at byte 4" in done.stdout


def test_a_main_that_is_not_static_is_none(tmp_path: Path) -> None:
    source = tmp_path / "Bound.java"
    source.write_text("class Bound { int x = 3; public void main(String[] a) { x = 4; } }")
    done = in_kernel(source)
    assert done.returncode == 1
    assert "java.lang.NoSuchMethodError: Bound.main" in done.stdout


def test_initialisers_within_each_other_end_before_the_stack_does(tmp_path: Path) -> None:
    classes = [f"class C{i} {{ static int v = C{i + 1}.v; }}" for i in range(100)]
    main = "public static void main(String[] a) { System.out.println(C0.v); }"
    source = tmp_path / "Nest.java"
    source.write_text("\n".join([*classes, "class C100 { static int v; }"]), encoding="utf-8")
    with source.open("a", encoding="utf-8") as more:
        more.write(f"\npublic class Nest {{ {main} }}\n")
    done = in_kernel(source)
    assert done.returncode == 1
    assert "java.lang.StackOverflowError" in done.stdout
