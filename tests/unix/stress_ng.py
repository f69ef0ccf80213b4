# SPDX-License-Identifier: BSD-2-Clause
"""Debian's stress-ng: those of its stressors that verify what they do, each for a while.

As a program it runs all of them in the kernel, or those named, and prints what has not passed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from both import run_here
from libraries import libraries_of

from flatland.setup.install import ensure
from flatland.setup.tools import find

_with_network = {"dccp", "icmp-flood", "netdev", "rawpkt", "sock", "sockabuse", "sockmany"}
"""Stressors of sockets that reach other systems; they run in unix-net, whose loopback they use."""

_in_one_run = 30
_patience_s = 900
_script = r"""cd /tmp
trap : ALRM  # which children send to their parent, and that may be the first process by then
for stressor in $(cat /list); do
    mkdir -m 777 /tmp/work
    command="exec /bin/stress-ng --$stressor 1 --$stressor-ops 20 --timeout 1 --verify \
        --metrics-brief --minimize --oomable --temp-path /tmp/work"
    as="sh -c"
    case $stressor in exec|spawn) as="su -s /bin/sh nobody -c" ;; esac  # they refuse the superuser
    timeout -s KILL 30 setsid $as "$command" 2>&1
    status=$?
    rm -rf /tmp/work
    echo "=== $stressor $status"
done
"""


@dataclass(frozen=True)
class Outcome:
    """What has become of a stressor: its status (stress-ng(1)), or 137 if it did not end."""

    stressor: str
    status: int
    said: str

    @property
    def has_passed(self) -> bool:
        """Whether it found nothing wrong, and did something: what is skipped ends with 0, too."""
        did = re.search(rf"\] {re.escape(self.stressor)} +([1-9]\d*) ", self.said)
        return self.status == 0 and did is not None


def program() -> Path:
    """The program of Debian."""
    (tool,) = find("stress-ng")
    ensure([tool])
    return Path("/", tool.file or "")


def verifying() -> list[str]:
    """The stressors that verify what they do, by themselves or when they are told to."""
    command: list[str | Path] = [program(), "--verifiable"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.sub(r"^Verification [^:]*:", "", listed, flags=re.M).split()


def outcomes(stressors: Sequence[str], folder: Path) -> Iterator[Outcome]:
    """What becomes of each in the kernel."""
    for kernel, chosen in (
        ("unix", [name for name in stressors if name not in _with_network]),
        ("unix-net", [name for name in stressors if name in _with_network]),
    ):
        for begin in range(0, len(chosen), _in_one_run):
            yield from _run(chosen[begin : begin + _in_one_run], folder, kernel)


def _run(stressors: Sequence[str], folder: Path, kernel: str) -> Iterator[Outcome]:
    script = folder / "run"
    script.write_text(_script, encoding="utf-8")
    listed = folder / "list"
    listed.write_text("\n".join(stressors) + "\n", encoding="utf-8")
    files = {"bin/stress-ng": program(), "list": listed, "run": script}
    files |= libraries_of(program())
    done = run_here("exec sh /run", files, _patience_s, kernel)
    said = done.stdout.replace("\r", "")
    assert "panic" not in said, said
    for found in re.finditer(r"(.*?)^=== (\S+) (\d+)\n", said, re.M | re.S):
        yield Outcome(found[2], int(found[3]), found[1])


_listed = Path(__file__).with_name("stress_failing.txt")


def known() -> dict[str, str]:
    """The stressors that are known not to pass, with the reason."""
    lines = (
        line.split("#")[0].strip() for line in _listed.read_text(encoding="utf-8").splitlines()
    )
    return dict(line.split(": ", 1) for line in lines if line)


def _main() -> None:
    """Prints what those that did not pass have said, and how many there are of each kind."""
    chosen = sys.argv[1:] or verifying()
    reasons = known()
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for each in outcomes(chosen, Path(folder)):
            passed += each.has_passed
            if not each.has_passed:
                print(f"{each.stressor}: {each.status} ({reasons.get(each.stressor)})")
                print(each.said, flush=True)
    lacking = sum(reasons.get(name, "").endswith("lacking") for name in chosen)
    scope = len(chosen) - lacking
    print(f"{passed} of {len(chosen)} pass, {100 * passed / scope:.1f} % of the {scope} in scope")


if __name__ == "__main__":
    _main()
