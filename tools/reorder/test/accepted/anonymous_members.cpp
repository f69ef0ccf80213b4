// SPDX-License-Identifier: BSD-2-Clause
// Anonymous unions move as one, with constructors and lists that initialise their members.
// RUN: %same_output --class Value --class Point %s
#include <cstdio>

class Value {
public:
    explicit Value(int number) : kind_('n'), number_(number), count_(1) {}
    void show() const { std::printf("%c %d %d\n", kind_, number_, count_); }

private:
    char kind_;
    union {
        int number_;
        char letter_;
    };
    int count_;
};

struct Point {
    char tag;
    union {
        int x;
        char c;
    };
    long y;
};

int main() {
    Value(5).show();
    Point const point = {'p', {3}, 4};
    std::printf("%c %d %ld\n", point.tag, point.x, point.y);
}

// PRINTS: n 5 1
// PRINTS: p 3 4
