# SPDX-License-Identifier: BSD-2-Clause
"""Keeps constructors and destructors from reaching pure virtual functions."""

from __future__ import annotations

from .lookup import bases_of, finals_per_root
from .model import Call, Class, Function, Program, Statement


def remove_pure_calls(program: Program) -> None:
    """Removes the statements of constructors and destructors that could end in a pure call."""
    classes = {record.name: record for record in program.classes}
    for record in program.classes:
        phase = _Phase(record, classes)
        for constructor in record.constructors:
            constructor.body = [item for item in constructor.body if phase.is_safe(item)]
        if record.destructor:
            record.destructor.body = [
                item for item in record.destructor.body if phase.is_safe(item)
            ]


class _Phase:
    """What a call does while an object is (still or already) a `record`."""

    def __init__(self, record: Class, classes: dict[str, Class]) -> None:
        self.record = record
        self.classes = classes
        self.known: dict[Call, bool] = {}

    def is_safe(self, statement: Statement) -> bool:
        return all(self._is_call_safe(call) for call in statement.calls)

    def _is_call_safe(self, call: Call) -> bool:
        if call not in self.known:
            self.known[call] = all(
                not function.pure and all(self.is_safe(item) for item in function.body)
                for function in self._run_by(call)
            )
        return self.known[call]

    def _run_by(self, call: Call) -> list[Function]:
        if call.dispatched:
            groups = finals_per_root(self.record, call.signature)
            return [function for group in groups for function in group]
        owner = self.classes[call.owner]
        assert owner is self.record or owner in bases_of(self.record)
        return [function for function in owner.functions if function.signature == call.signature]
