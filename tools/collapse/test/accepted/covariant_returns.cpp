// SPDX-License-Identifier: BSD-2-Clause
// An overrider returns a pointer to its own class where the base returns one to the base.
// RUN: %same_output --class Circle %s
#include <cstdio>

struct Shape {
    virtual ~Shape() = default;
    virtual Shape* clone() const = 0;
    virtual Shape& self() { return *this; }
    virtual int area() const = 0;
    int grown = 0;
};

struct Circle : Shape {
    explicit Circle(int radius) : radius(radius) {}
    Circle* clone() const override { return new Circle(radius + 1); }
    Circle& self() override { return *this; }
    int area() const override { return 3 * radius * radius + grown; }
    int radius;
};

int main() {
    Circle circle(2);
    Shape& shape = circle;
    shape.self().grown = 100;
    circle.self().radius += 1;
    Shape* copy = shape.clone();
    Circle* second = circle.clone();
    std::printf("%d %d %d %d\n", circle.area(), copy->area(), second->radius, shape.area());
    delete copy;
    delete second;
}

// PRINTS: 127 48 4 127
