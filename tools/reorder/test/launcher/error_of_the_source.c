// SPDX-License-Identifier: BSD-2-Clause
// Clang does not know what gcc does: a function within a function.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "record", "size_bytes": 8, "members": []}]}' >> %t.json
// RUN: %expect_status 1 %reorder --plan %t.json -- gcc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %expect_status 1 test -e %t.o
struct record {
    int a;
    int b;
};
int sum(struct record record) {
    // CHECK: error[R0104]: function definition is not allowed here
    // CHECK-NEXT: --> {{.*}}error_of_the_source.c:[[#@LINE+1]]:
    int added(void) { return record.a + record.b; }
    return added();
}
