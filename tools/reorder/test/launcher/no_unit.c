// SPDX-License-Identifier: BSD-2-Clause
// A command that compiles nothing has nothing to print or to describe.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: %expect_status 1 %reorder describe --class record -- gcc x.o -o x 2>&1 | %FileCheck %s
// RUN: %expect_status 1 %reorder print --plan %t.json notes.txt 2>&1 | %FileCheck %s
// CHECK: error[R0113]: this compiles no unit of C or C++
// CHECK: help: give one source, as in `reorder describe --class tcb_t x.cc -- -Iinclude`
struct record {
    int a;
    char b;
};
