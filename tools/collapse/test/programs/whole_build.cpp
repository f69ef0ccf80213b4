// SPDX-License-Identifier: BSD-2-Clause
// A plan from the commands of a build; an unchanged plan is not written again.
// RUN: rm -rf %t && mkdir -p %t
// RUN: echo '[{"directory": "%t", "file": "%s", "arguments": ["ccache", "%collapse", "--plan", \
// RUN:     "%t/plan.json", "--", "g++", "-c", "-I%inputs/programs", "%s"]}, {"directory": "%t", \
// RUN:     "file": "bases.cpp", "command": "g++ -c %inputs/programs/bases.cpp -o a.o"}, \
// RUN:     {"directory": "%t", "file": "x.c", "command": "gcc -c x.c"}]' > %t/compile_commands.json
// RUN: %collapse plan --class Thread -p %t -o %t/plan.json
// RUN: %FileCheck %s < %t/plan.json
// RUN: touch -d 2020-01-01 %t/plan.json
// RUN: %collapse plan --class Thread -j 1 -p %t -o %t/plan.json
// RUN: find %t/plan.json -not -newermt 2020-01-02 | %FileCheck --check-prefix=OLD %s
// RUN: %collapse print --class Thread -p %t %s | %FileCheck --check-prefix=FLAT %s
// RUN: %not %collapse plan --class Thread -p %t/nowhere 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: %not %collapse plan --class Nobody -p %t 2>&1 | %FileCheck --check-prefix=NOBODY %s
// RUN: %not %collapse print --class Thread -p %t %inputs/clock.hpp 2>&1 \
// RUN:     | %FileCheck --check-prefix=HEADER %s
#include "thread.hpp"

// CHECK: "Queued": "merged"
// CHECK: "ThreadBase": "merged"
// CHECK: "name": "Thread"
// FLAT: class Thread
// OLD: plan.json
// NONE: error[C0115]
// NOBODY: error[C0716]: no unit defines a class `Nobody`
// HEADER: error[C0116]
void Thread::wake() {}
