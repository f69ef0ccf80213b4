// SPDX-License-Identifier: BSD-2-Clause
// Between two members a name gets another meaning: the first of them may not go after it.
// RUN: %refused --class Record %s
struct Point {
    int x;
};

struct Record {
    // CHECK: error[R0601]: `Point` would now mean `struct Record::Point`, not `struct Point` (type)
    // CHECK-NEXT: --> {{.*}}name_of_an_inner_scope.cpp:[[#@LINE+2]]:12
    // CHECK: help: rename one of them, or qualify the name
    struct Point *shown;
    struct Point {
        int x;
    } own;
};

int main() {
    Record record{};
    return record.shown == nullptr ? record.own.x : 1;
}
