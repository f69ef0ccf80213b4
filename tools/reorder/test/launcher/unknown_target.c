// SPDX-License-Identifier: BSD-2-Clause
// A target that clang does not have.
// RUN: %expect_status 1 %reorder describe --class record %s -- --target=nowhere 2>&1 \
// RUN:     | %FileCheck %s
// RUN: %expect_status 1 %reorder describe --class record -- clang-19 --target=nowhere -c %s 2>&1 \
// RUN:     | %FileCheck %s
// CHECK: error[R0105]: unknown target triple 'nowhere'
struct record {
    int a;
    int b;
};
