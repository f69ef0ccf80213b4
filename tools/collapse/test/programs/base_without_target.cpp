// SPDX-License-Identifier: BSD-2-Clause
// A unit that defines members of a base must see the class that they become members of.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/a.json -- g++ -c -I%inputs/programs %s
// RUN: %collapse scan -o %t/b.json -- g++ -c %inputs/programs/bases.cpp
// RUN: %not %collapse plan --class Thread -o %t/plan.json %t/a.json %t/b.json 2>&1 \
// RUN:     | %FileCheck %s
// RUN: %not ls %t/plan.json
// The launcher refuses it too, with a plan that does not know this unit.
// RUN: %collapse plan --class Thread -o %t/plan.json %t/b.json
// RUN: %expect_status 1 %collapse --plan %t/plan.json -- g++ -c -I%inputs/programs %s -o %t/a.o \
// RUN:     2>&1 | %FileCheck --check-prefix=UNIT %s
// RUN: %not ls %t/a.o
#include "queue.hpp"

// CHECK: error[C0712]: {{.*}}base_without_target.cpp defines Queued::enqueue, but never sees `Thread`
// CHECK-NEXT: base_without_target.cpp:[[#@LINE+4]]:14
// CHECK: `Thread` is defined here ({{.*}}thread.hpp:
// CHECK: help: include {{.*}}thread.hpp in {{.*}}base_without_target.cpp
// UNIT: error[C0713]: this unit sees `{{Queued|ThreadBase}}`, but never `Thread`
void Queued::enqueue(int priority) { priority_ = priority; }
