# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""`flat test --why` names the inputs that changed since a job passed."""

from __future__ import annotations

from pathlib import Path

from flatland.testing.job import Job
from flatland.testing.last_pass import LastPasses

job = Job("boot/hello", lambda: [], ("core", "kernels/hello"))


def digest(number: int) -> str:
    return f"{number:064x}"[::-1]


def test_what_changed_since_a_job_passed_is_named_with_what_it_cost(tmp_path: Path) -> None:
    records = LastPasses(tmp_path)
    before = {f"input {number}": digest(number) for number in range(6)}
    records.note(job, before, 12.34)
    one = records.why(job, {**before, "input 2": digest(9)})
    assert (one.text, one.processor_s) == ("input 2 changed", 12.3)
    more = {f"input {number}": digest(number + 1) for number in range(5)}
    many = records.why(job, {**more, "new": digest(7)})
    assert many.text == "input 0, input 1, input 2 and 4 more changed"


def test_a_job_that_has_not_passed_and_one_without_inputs_say_so(tmp_path: Path) -> None:
    records = LastPasses(tmp_path)
    assert records.why(job, {"core": digest(1)}).text == "has not passed here"
    assert records.why(job, {}).text == "is never the same twice"
    records.note(job, {}, 2.0)
    assert records.why(job, {}).processor_s == 2.0


def test_where_no_input_changed_the_hosts_packages_did(tmp_path: Path) -> None:
    records = LastPasses(tmp_path)
    records.note(job, {"core": digest(1)}, 1.0)
    assert records.why(job, {"core": digest(1)}).text == "the host's packages changed"
