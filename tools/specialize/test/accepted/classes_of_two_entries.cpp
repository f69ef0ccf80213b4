// SPDX-License-Identifier: BSD-2-Clause
// Two entries of one spec state the classes of what they are given.
// RUN: %same_output %s
// SPEC: entry area(Shape *shape) as area_of_square;
// SPEC: static shape is Square;
// SPEC: entry name(Shape *shape) as name_of_circle;
// SPEC: static shape is Circle;
// PRINTS: 9 3 c s
#include <cstdio>

struct Shape {
    virtual int area() = 0;
    virtual char letter() = 0;
};

struct Square : Shape {
    int area() override { return 9; }
    char letter() override { return 's'; }
};

struct Circle : Shape {
    int area() override { return 3; }
    char letter() override { return 'c'; }
};

int area(Shape* shape) { return shape->area(); }
char name(Shape* shape) { return shape->letter(); }

extern "C" int area_of_square(Shape*);
extern "C" char name_of_circle(Shape*);

int main() {
    Square square;
    Circle circle;
    std::printf("%d %d %c %c\n", area_of_square(&square), area_of_square(&circle),
                name_of_circle(&circle), name_of_circle(&square));
}
