// SPDX-License-Identifier: BSD-2-Clause
// Any number of arguments.
// RUN: %refused %s
// SPEC: entry first(int count, ...) as first_of_1;
// SPEC: static count = 1;
// CHECK: error[S0141]: `first` takes any number of arguments
// CHECK-NEXT: --> {{.*}}test.spec:1:7
// CHECK: help: specialise a function that it calls with all of them

int first(int count, ...) { return count; }
