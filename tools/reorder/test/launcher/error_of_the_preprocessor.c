// SPDX-License-Identifier: BSD-2-Clause
// What clang's preprocessor does not accept is reported as its error, if the compiler itself does.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "record", "size_bytes": 8, "members": []}]}' >> %t.json
// RUN: gcc -w -c %s -o %t.o
// RUN: %expect_status 1 %reorder --plan %t.json -- gcc -w -c %s -o %t.none 2>&1 | %FileCheck %s
// RUN: %expect_status 1 %reorder print --plan %t.json %s 2>&1 | %FileCheck %s
// RUN: %expect_status 1 test -e %t.none
// CHECK: error[R0102]: invalid preprocessing directive
// CHECK-NEXT: --> {{.*}}error_of_the_preprocessor.c:[[#@LINE+1]]:2
#assert machine(mine)
struct record {
    int a;
    int b;
};
