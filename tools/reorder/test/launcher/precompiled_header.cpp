// SPDX-License-Identifier: BSD-2-Clause
// A precompiled header hides what it declares.
// RUN: %layout --class Record -- clang++-19 -c %s > %t.json
// RUN: echo 'int of_the_header();' > %t.hpp
// RUN: clang++-19 -x c++-header %t.hpp -o %t.pch
// RUN: %expect_status 1 %reorder --plan %t.json -- clang++-19 -include-pch %t.pch -c %s \
// RUN:     -o %t.o 2>&1 | %FileCheck %s
// RUN: %expect_status 1 test -e %t.o
// CHECK: error[R0103]: `-include-pch` hides source text from the rewriting
// CHECK-NEXT: --> {{.*}}precompiled_header.cpp
// CHECK: help: compile without precompiled headers and modules
struct Record {
    int a;
    char b;
};
