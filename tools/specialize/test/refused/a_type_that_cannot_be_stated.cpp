// SPDX-License-Identifier: BSD-2-Clause
// A type that cannot be stated.
// RUN: %refused %s
// SPEC: entry area(Shape const *shape) as area_of_shape;
// SPEC: static shape is Shape;
// CHECK: error[S0137]: an object of `Shape` does not show its type here
// CHECK-NEXT: --> {{.*}}test.spec:2:17
// CHECK: help: name a class that is not abstract; what `shape` leads to must have virtual functions, and no virtual base may lie between

struct Shape { virtual int area() const = 0; };
struct Point : Shape { int area() const override { return 0; } };
int area(Shape const *shape) { return shape->area(); }
