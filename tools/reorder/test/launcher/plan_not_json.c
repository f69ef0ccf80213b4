// SPDX-License-Identifier: BSD-2-Clause
// A plan that is not JSON is reported with the line and column of the mistake.
// RUN: echo '{"format": "flatland-layout",' > %t.json
// RUN: echo ' "version" = 1}' >> %t.json
// RUN: %expect_status 1 %reorder --plan %t.json -- gcc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %expect_status 1 %reorder print --plan %t.json %s 2>&1 | %FileCheck %s
// RUN: %expect_status 1 test -e %t.o
// CHECK: error[R0112]: this is not JSON: Expected : after object key
// CHECK-NEXT: --> {{.*}}plan_not_json.c.tmp.json:2:
struct record {
    int a;
    char b;
};
