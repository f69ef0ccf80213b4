// SPDX-License-Identifier: BSD-2-Clause
// A file that cannot be written.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: %expect_status 1 %reorder describe --class record -o %t.json/x %s 2>&1 | %FileCheck %s
// RUN: %expect_status 1 %reorder print --plan %t.json -o %t.json/x %s 2>&1 | %FileCheck %s
// CHECK: error[R0111]: `{{.*}}.json/x` cannot be written: {{.*}}Not a directory
struct record {
    int a;
    char b;
};
