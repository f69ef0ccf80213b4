// SPDX-License-Identifier: BSD-2-Clause
// Another concrete class has the same base, and calls through it reach both.
// RUN: %refused --class Circle %s
struct Shape {
    virtual ~Shape() = default;
    virtual int area() const = 0;
};

struct Circle : Shape {
    int area() const override { return 3; }
};

// CHECK: error[C0205]: `Square` derives from `Shape` too
// CHECK-NEXT: --> {{.*}}base_of_another_class.cpp:[[#@LINE+1]]:17
struct Square : Shape {
    int area() const override { return 4; }
};

int sum(Shape const& first, Shape const& second) {
    return first.area() + second.area();
}

int main() {
    return sum(Circle(), Square());
}
