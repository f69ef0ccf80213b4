// SPDX-License-Identifier: BSD-2-Clause
// A plan that was made from another definition is refused.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/a.json -- g++ -DAS_PLANNED -c %s
// RUN: %collapse plan --class Clock -o %t/plan.json %t/a.json
// RUN: %collapse check --plan %t/plan.json -- g++ -DAS_PLANNED -c %s
// RUN: %not %collapse --plan %t/plan.json -- g++ -c %s -o %t/a.o 2>&1 | %FileCheck %s
// RUN: %not ls %t/a.o
class Timer {
public:
    virtual int now() const = 0;
#ifndef AS_PLANNED
    int added_later = 0;
#endif
};

// CHECK: error[C0717]: `Clock` or one of its bases is not as it was when the plan was made
// CHECK-NEXT: stale_plan.cpp:[[#@LINE+2]]:7
// CHECK: help: let `collapse plan` write the plan again
class Clock : public Timer {
public:
    int now() const override { return 3; }
};

int now() { return Clock().now(); }
