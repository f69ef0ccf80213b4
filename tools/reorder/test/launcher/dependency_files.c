// SPDX-License-Identifier: BSD-2-Clause
// A unit is compiled again when the plan changes.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: %reorder --plan %t.json -- gcc -MMD -MF %t.d -c %s -o %t.o
// RUN: %FileCheck --input-file %t.d %s
// CHECK: dependency_files.c.tmp.o: {{.*}}dependency_files.c
// CHECK: dependency_files.c.tmp.o: {{.*}}.json
struct record {
    int a;
    char b;
};
