// SPDX-License-Identifier: BSD-2-Clause
// A description names members that must stay in an order.
// RUN: %reorder describe --class Buffer %s | %FileCheck %s
struct Buffer {
    explicit Buffer(int size) : size_(size), half_(size_ / 2), other_(size) {}
    int size_;
    int half_;
    int other_;
};
// CHECK: "order": [
// CHECK: "after": "half_"
// CHECK-NEXT: "before": "size_"
// CHECK: "code": "R0401"
// CHECK-NOT: "before"
// CHECK: "size_bytes": 12
