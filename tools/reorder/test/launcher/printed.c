// SPDX-License-Identifier: BSD-2-Clause
// The new source is printed, and compiles by itself.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: %reorder print --plan %t.json -o %t.c %s -- -Wall
// RUN: gcc -c %t.c -o %t.o
// RUN: %FileCheck --input-file %t.c %s
// CHECK: struct record {
// CHECK: long end;
// CHECK: char b;
// CHECK: int a;
struct record {
    int a;
    char b;
    long end;
};
