// SPDX-License-Identifier: BSD-2-Clause
// JSON that is no layout plan, a plan of another version, and one with a key that is not known.
// RUN: echo '{"format": "flatland-class", "version": 1}' > %t.json
// RUN: %expect_status 1 %reorder --plan %t.json -- gcc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: echo '{"format": "flatland-layout", "version": 2}' > %t.json
// RUN: %expect_status 1 %reorder print --plan %t.json %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=VERSION %s
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64,' > %t.json
// RUN: echo '"classes": [], "note": "by hand"}' >> %t.json
// RUN: %expect_status 1 %reorder print --plan %t.json %s 2>&1 | %FileCheck --check-prefix=KEY %s
// RUN: %expect_status 1 test -e %t.o
// CHECK: error[R0201]: `{{.*}}.json` does not fit: expected "flatland-layout" at (root).format
// CHECK-NEXT: --> {{.*}}plan_of_another_format.c.tmp.json
// VERSION: error[R0201]: `{{.*}}.json` does not fit: missing, or of another version
// KEY: error[R0201]: `{{.*}}.json` does not fit: unknown key at (root).note
struct record {
    int a;
    char b;
};
