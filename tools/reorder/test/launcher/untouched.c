// SPDX-License-Identifier: BSD-2-Clause
// Units without a class of the plan, and commands that compile nothing, run as they are.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: echo 'int main(void) { return 0; }' > %t.other.c
// RUN: %reorder --plan %t.json --verbose -- gcc -c %t.other.c -o %t.other.o 2>&1 | %FileCheck %s
// RUN: %reorder --plan %t.json -- gcc %t.other.o -o %t.exe
// RUN: %t.exe
// RUN: %expect_status 1 %reorder --plan %t.json -- gcc %s %t.other.c -o %t.exe 2>&1 | %FileCheck \
// RUN:     --check-prefix=SEVERAL %s
// CHECK: untouched
// SEVERAL: error[R0118]
struct record {
    int a;
    char b;
};
