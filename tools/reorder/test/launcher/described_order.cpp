// SPDX-License-Identifier: BSD-2-Clause
// A description names members that must stay in an order, and not those that may leave it.
// RUN: %reorder describe --class Buffer %s | %FileCheck %s
int next();
struct Buffer {
    explicit Buffer(int size) : size_(next()), half_(size_ / 2), other_(size), third_(other_ / 3) {}
    int size_;
    int half_;
    int other_;
    int third_;
};
// CHECK: "order": [
// CHECK: "after": "half_"
// CHECK-NEXT: "before": "size_"
// CHECK: "code": "R0401"
// CHECK-NOT: "before"
// CHECK: "size_bytes": 16
