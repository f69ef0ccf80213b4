// SPDX-License-Identifier: BSD-2-Clause
// One unit defines members of the bases, another uses the target; both follow one plan.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/a.json -- g++ -O2 -c %inputs/programs/bases.cpp
// RUN: %collapse scan -o %t/b.json -- clang++-19 -O2 -c -I%inputs/programs %s
// RUN: %collapse plan --class Thread --verbose -o %t/plan.json %t/a.json %t/b.json 2>&1 \
// RUN:     | %FileCheck %s
// RUN: %collapse --plan %t/plan.json -- g++ -O2 -c %inputs/programs/bases.cpp -o %t/a.o
// RUN: %collapse --plan %t/plan.json -- g++ -O2 -c -I%inputs/programs %s -o %t/b.o
// RUN: g++ %t/a.o %t/b.o -o %t/gxx
// RUN: %t/gxx | %FileCheck --check-prefix=PRINTS %s
// RUN: %nm -C %t/gxx | %FileCheck --check-prefix=SYMBOLS %s
// RUN: %collapse --plan %t/plan.json -- clang++-19 -O2 -c %inputs/programs/bases.cpp -o %t/a.o
// RUN: %collapse --plan %t/plan.json -- clang++-19 -O2 -c -I%inputs/programs %s -o %t/c.o
// RUN: clang++-19 %t/a.o %t/c.o -o %t/clangxx
// RUN: %t/clangxx | %FileCheck --check-prefix=PRINTS %s
// RUN: %nm -C %t/clangxx | %FileCheck --check-prefix=SYMBOLS %s
// One unit by g++, the other by clang++: both agree on the layout.
// RUN: clang++-19 %t/a.o %t/b.o -o %t/mixed
// RUN: %t/mixed | %FileCheck --check-prefix=PRINTS %s
#include "thread.hpp"

#include <cstdio>

// CHECK: Thread: Queued is merged: only this hierarchy uses it
// CHECK: Thread: ThreadBase is merged: only this hierarchy uses it

// SYMBOLS-NOT: vtable for
// SYMBOLS: Thread::ThreadBase_wake()
// SYMBOLS: Thread::enqueue(int)
// SYMBOLS-NOT: vtable for
void Thread::wake() {
    Queued::wake();
    state_ += 10;
}

static int show(ThreadBase const& thread) { return thread.state(); }

// PRINTS: 3 queued at 5
// PRINTS-NEXT: 11 5 3
int main() {
    Thread thread(3);
    thread.enqueue(5);
    std::printf("%d %d %d\n", show(thread), thread.priority(), thread.number());
}
