// SPDX-License-Identifier: BSD-2-Clause
// Structured bindings, range-based loops and aggregates of other classes beside the class.
// RUN: %same_output --class Point %s
#include <cstdio>

struct Coordinates {
    int x = 1;
    int y = 2;
    int const* begin() const { return &x; }
    int const* end() const { return &x + 1; }
};

struct Point : Coordinates {
    int distance() const {
        auto const& [left, right] = *this;
        return left + right;
    }
};

struct Line {
    Point from;
    Point to;
};

int main() {
    Point point;
    point.x = 10;
    auto [x, y] = point;
    Line line{.from = point, .to = {}};
    for (int value : point)
        std::printf("%d ", value);
    std::printf("%d %d %d %d\n", x, y, line.from.distance(), line.to.distance());
}

// PRINTS: 10 10 2 12 3
