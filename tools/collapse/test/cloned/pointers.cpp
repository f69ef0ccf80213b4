// SPDX-License-Identifier: BSD-2-Clause
// Parameters that are pointers and constant references, compared with null and passed on.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Square"], "clones": true}
// CLONE: area_of(Square const&)
// CLONE: area_or_zero(Square const*)
// CLONE: note(Square*)
// CLONE: print(const char *, Square const&)
// DIRECT: area_of(Square const&)
// DIRECT: area_or_zero(Square const*)
// DIRECT: note(Square*)
// DIRECT: print(char const*, Square const&)
#include <cstdio>

class Shape {
public:
    virtual int area() const = 0;
    virtual void grow() = 0;

protected:
    ~Shape() = default;
};

class Square : public Shape {
public:
    explicit Square(int side) : side_(side) {}
    int area() const override { return side_ * side_; }
    void grow() override { ++side_; }

private:
    int side_;
};

Shape const* last = nullptr;

int area_of(Shape const& shape) {
    return shape.area();
}

int area_or_zero(Shape const* const shape) {
    if (!shape || shape == nullptr) return 0;
    return area_of(*shape) + (*shape).area();
}

void note(Shape* shape) {
    last = shape;
    shape->grow();
}

void print(char const* text, Shape const& shape) {
    std::printf("%s %d %d\n", text, area_or_zero(&shape), last == &shape);
}

int main() {
    Square square(3);
    print("at first", square);
    note(&square);
    print("grown", square);
}
// PRINTS: at first 18 0
// PRINTS: grown 32 1
