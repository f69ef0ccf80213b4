// SPDX-License-Identifier: BSD-2-Clause
// A description names members whose declarations need another one, and declarations between them
// that do. For bodies, default arguments and default initialisers the class is complete.
// RUN: %reorder describe --class Record %s | %FileCheck %s
// RUN: %reorder describe --class Record %s | %FileCheck --check-prefix=OBSTACLE %s
template<class T, int T::*link>
struct List;

struct Record {
    int first = static_cast<int>(sizeof(last));
    decltype(first) second;
    char third[sizeof(second)];
    List<Record, &Record::first> *fourth;
    void run(int = sizeof(first)) noexcept(sizeof(second) > 3) { first = 2; }
    // OBSTACLE: "obstacles": [
    // OBSTACLE: "code": "R0602"
    // OBSTACLE: "line": [[#@LINE+2]]
    // OBSTACLE: "message": "`Word` needs `second`, which would stand after it"
    using Word = decltype(second);
    // OBSTACLE: "message": "this declaration needs `third`, which would stand after it"
    static_assert(sizeof(third) == 4);
    // OBSTACLE-NOT: "code"
    // OBSTACLE: "order": [
    int last;
    using Behind = decltype(first);
};
// CHECK: "order": [
// CHECK: "after": "second"
// CHECK-NEXT: "before": "first"
// CHECK: "code": "R0602"
// CHECK: "message": "the declaration of `second` needs that of `first` before it"
// CHECK: "after": "third"
// CHECK-NEXT: "before": "second"
// CHECK: "after": "fourth"
// CHECK-NEXT: "before": "first"
// CHECK-NOT: "before"
