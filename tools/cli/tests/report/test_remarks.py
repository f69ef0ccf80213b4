# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of what compilers say about calls that they did not inline."""

from __future__ import annotations

from flatland.report.remarks import read_clang, read_gcc

clang_record = """\
--- !Missed
Pass:            inline
Name:            TooCostly
DebugLoc:        { File: './core/a.cpp', Line: 40, Column: 77 }
Function:        _ZN4flat6Client3runEv
Args:
  - String:          ''''
  - Callee:          _ZN4flat6Server4workEj
    DebugLoc:        { File: './core/b.cpp', Line: 61, Column: 0 }
  - String:          ''' not inlined into '''
  - Caller:          _ZN4flat6Client3runEv
    DebugLoc:        { File: './core/a.cpp', Line: 39, Column: 0 }
  - String:          ''' because too costly to inline '
  - String:          '(cost='
  - Cost:            '340'
  - String:          ', threshold='
  - Threshold:       '325'
  - String:          ')'
...
--- !Passed
Pass:            inline
Name:            Inlined
Function:        _ZN4flat6Client3runEv
Args:
  - Callee:          _ZN4flat6Server4readEv
  - Caller:          _ZN4flat6Client3runEv
...
"""

gcc_text = """\
a.cpp:3:5: missed:   will not early inline: void flat::f()/1->void flat::g()/2, growth 8
a.cpp:9:5: missed:   not inlinable: virtual void flat::Client::run(int)/7 -> \
flat::Result<void, flat::E> flat::Server::work(u32)/12, --param inline-unit-growth limit reached
a.cpp:9:5: missed:   not inlinable: void flat::{anonymous}::f()/3 -> int* flat::g(int)/4, too large
"""


def test_clang_tells_costs() -> None:
    reasons = read_clang(clang_record)
    pair = "flat::Client::run", "flat::Server::work"
    assert reasons == {pair: "too costly to inline (cost=340, threshold=325)"}


def test_gcc_tells_limits_of_its_last_inliner() -> None:
    assert read_gcc(gcc_text) == {
        ("flat::Client::run", "flat::Server::work"): "--param inline-unit-growth limit reached",
        ("flat::(anonymous namespace)::f", "flat::g"): "too large",
    }
