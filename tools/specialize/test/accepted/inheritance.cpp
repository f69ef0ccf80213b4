// SPDX-License-Identifier: BSD-2-Clause
// Virtual calls with several and virtual bases, pure ones, pointers to members.
// RUN: %same_output %s
// SPEC: entry area(Shape const *shape, int scale) as area_known;
// SPEC: static shape is Square;
// SPEC: entry apply(...) as apply_known;
// SPEC: static square is Square, which = 1;
// PRINTS: 243 153
// PRINTS: 291 10
// PRINTS: 190 8
// PRINTS: 396 13
// PRINTS: 132 10
// PRINTS: 96 -3
#include <cstdio>

struct Shape {
    virtual ~Shape() = default;
    virtual int size() const = 0;
    virtual int twice() const { return 2 * size(); }
};
struct Named {
    virtual char const* name() const { return "named"; }
    int id = 3;
    virtual ~Named() = default;
};
struct Square : Named, Shape {
    int side = 5;
    int size() const override { return side * side; }
    int grow(int by) { return side += by; }
    virtual int shrink(int by) { return side -= by; }
    char const* name() const override { return "square"; }
};
struct Odd : Square {
    int size() const override { return 7; }
    int shrink(int by) override { return by; }
};
struct Top {
    int top = 1;
    virtual int get() { return top; }
    virtual ~Top() = default;
};
struct Left : virtual Top {
    int left = 2;
    int get() override { return top + left; }
};
struct Right : virtual Top {
    int right = 3;
};
struct Both : Left, Right {
    int own = 4;
};

extern "C" int area(Shape const* shape, int scale) {
    int result = shape->size() * scale + shape->twice();
    if (auto const* square = dynamic_cast<Square const*>(shape))
        result += square->name()[0] + square->id;
    return result;
}

extern "C" int apply(Square* square, int (Square::*what)(int), int Square::* member, int which) {
    int (Square::* const known)(int) = which ? &Square::shrink : &Square::grow;
    int result = (square->*known)(1) * 10 + (square->*what)(2);
    square->*member += 2;
    Named* named = square;
    Shape* shape = square;
    result += (static_cast<void*>(named) == static_cast<void*>(shape)) * 1000 + shape->size();
    return result + named->name()[1] + (square->*known)(0);
}

extern "C" int cross(Both* both, int n) {
    Top* top = both;
    top->top += n;
    Right* right = both;
    right->right++;
    return top->get() * 10 + right->top + dynamic_cast<Left*>(right)->left + right->get();
}

extern "C" int area_known(Shape const* shape, int scale);
extern "C" int apply_known(Square* square, int (Square::*what)(int), int Square::* member,
                           int which);

int main() {
    struct Mine : Both {
        int get() override { return -1; }
    } mine;
    Square square;
    Odd odd;
    Both both;
    std::printf("%d %d\n", area_known(&square, 3), area_known(&odd, 3));
    for (int which = 0; which < 2; ++which) {
        std::printf("%d %d\n", apply_known(&square, &Square::grow, &Square::side, which),
                    square.side);
        std::printf("%d %d\n", apply_known(&odd, &Square::shrink, &Square::side, which), odd.side);
    }
    std::printf("%d %d\n", cross(&both, 5), cross(&mine, 5));
}
