# SPDX-License-Identifier: BSD-2-Clause
"""Times a call of another process's object on the loopback network, beside one by Java RMI.

Usage: python3 bench/remote/times.py [--rounds N] [--batches N] [--format json]
Two kernels as processes of Linux, the client's ledger bound `via Remote`; and two of OpenJDK's Java
machine. Their clients take turns. What counts is the shortest batch of calls in all rounds, by that
of Java; where one half of the rounds does not agree with the other the status is 1.
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland import paths
from flatland.setup.install import ensure
from flatland.setup.tools import find

here = Path(__file__).resolve().parent
difference_max = 0.1
_rmi_warming = 20_000  # calls, by which the Java machine has compiled what matters
_calls = 100  # of a batch
_said = re.compile(r"(\d+) calls in (\d+) ns")
_patience_s = 300
_header = "// SPDX-License-Identifier: BSD-2-Clause\n"


@dataclass(frozen=True)
class Result:
    """The least time of a call by each, their ratio, and how far half of the rounds are off."""

    rounds: int
    ours_ns: float
    rmi_ns: float
    ratio: float
    difference: float


def compared(ours_ns: Sequence[float], rmi_ns: Sequence[float]) -> Result:
    """Times of the same rounds."""
    ours, rmi = min(ours_ns), min(rmi_ns)
    ratio = ours / rmi
    halves = [min(ours_ns[start::2]) / min(rmi_ns[start::2]) for start in (0, 1)]
    return Result(len(ours_ns), ours, rmi, ratio, abs(halves[0] - halves[1]) / ratio)


def measure(rounds: int, batches: int, variant: str) -> Result:
    """Both clients in turn; the first round is not counted."""
    ensure(find("javac", "class library of Java"))
    place = paths.kit / "build" / "bench"
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as temporary, ExitStack() as servers:
        folder = Path(temporary)
        server, client = kernels(folder, batches, variant)
        servers.enter_context(serving([str(server)]))
        java, port = rmi(folder), str(free_port(socket.SOCK_STREAM))
        servers.enter_context(serving([*java, "LedgerServer", port]))
        rmi_client = [*java, "LedgerClient", port, str(_rmi_warming), str(batches), str(_calls)]
        turns = [(time_of([str(client)]), time_of(rmi_client)) for _ in range(rounds + 1)]
    return compared([ours for ours, _ in turns[1:]], [java_ns for _, java_ns in turns[1:]])


def kernels(folder: Path, batches: int, variant: str) -> tuple[Path, Path]:
    """A server at a port that is free, and a client of it."""
    port = free_port(socket.SOCK_DGRAM)
    datagrams = f"datagrams = net.datagrams.UdpDatagrams {{ port = {port} }};"
    server = f"assembly Served extends Books {{ {datagrams} }}"
    peer = f'books = remote.DatagramPeer {{ server = "127.0.0.1:{port}" }};'
    timed = f"check = remote.CallTimes {{ batches = {batches}, calls = {_calls} }};"
    client = f"assembly Timed extends LedgerTimes {{ {peer} {timed} }}"
    return built(folder / "served.flat", server, variant), built(
        folder / "timed.flat", client, variant
    )


def built(assembly: Path, text: str, variant: str) -> Path:
    """The image of an assembly of this text."""
    assembly.write_text(f"{_header}{text}\n", encoding="utf-8")
    words = [str(paths.kit / "flat"), "build", str(assembly), "--variant", variant]
    return paths.kit / said_by(words).strip().splitlines()[-1]


def rmi(folder: Path) -> list[str]:
    """Compiles the programs of Java; how each of them is started."""
    (library,) = find("class library of Java")
    jdk = sorted(Path("/").glob(library.file or ""))[0].parent
    sources = [str(each) for each in sorted(here.glob("*.java"))]
    said_by([str(jdk / "javac"), "-d", str(folder), *sources])
    return [str(jdk / "java"), "-Djava.rmi.server.hostname=127.0.0.1", "-cp", str(folder)]


def free_port(kind: socket.SocketKind) -> int:
    """One that nobody has at this moment."""
    with socket.socket(socket.AF_INET, kind) as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


@contextmanager
def serving(command: Sequence[str]) -> Iterator[None]:
    """A server at work, until the end of the block."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            if not process.stdout or not any("serving" in line for line in process.stdout):
                sys.exit(f"{command[0]} does not serve")
            yield
        finally:
            process.kill()


def time_of(command: Sequence[str]) -> float:
    """What a client says of a call, in ns."""
    found = _said.search(said_by(command))
    if not found:
        sys.exit(f"{' '.join(command)} has said nothing of its calls")
    return int(found[2]) / int(found[1])


def said_by(command: Sequence[str]) -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=_patience_s, cwd=paths.kit
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    """Prints the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10, help="runs of each (default: 10)")
    parser.add_argument(
        "--batches", type=int, default=200, help="of 100 calls in each run (default: 200)"
    )
    parser.add_argument("--variant", default="flat", help="of our kernels (default: flat)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    if arguments.rounds < 2:
        parser.error("one round has no other half")
    result = measure(arguments.rounds, arguments.batches, arguments.variant)
    if arguments.format == "json":
        print(json.dumps(asdict(result), indent=2))
    else:
        print(f"a call on the loopback network, the least of {result.rounds} rounds")
        print(f"ours, {arguments.variant:12} {result.ours_ns:9.0f} ns")
        print(f"Java RMI           {result.rmi_ns:9.0f} ns")
        print(
            f"ours by Java's     {result.ratio:9.2f}, half of the rounds ±{result.difference:.0%}"
        )
    return 0 if result.difference <= difference_max else 1


if __name__ == "__main__":
    sys.exit(main())
