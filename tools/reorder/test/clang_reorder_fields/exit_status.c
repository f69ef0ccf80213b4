// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: it exits with 0 when it has refused, so that builds go
// on with the old layout. Here: a class, and a member, that are not there; and one left out.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: %expect_status 1 %reorder describe --class nothing %s 2>&1 | %FileCheck %s
// RUN: sed s/first/last/ %t.json > %t.other.json
// RUN: %expect_status 1 %reorder --plan %t.other.json -- gcc -c %s -o %t.o 2>&1 | %FileCheck \
// RUN:     --check-prefix=MEMBERS %s
// RUN: %expect_status 1 test -e %t.o
// CHECK: error[R0114]: there is no class `nothing` here
// MEMBERS: error[R0202]: the plan does not fit `record`: it does not place `first`, and it places
struct record {
    int first;
    char second;
};
