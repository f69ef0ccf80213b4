// SPDX-License-Identifier: BSD-2-Clause
// Functions that use a base are defined before the class is.
// RUN: %same_output --class Screen %s
#include <cstdio>

struct Surface {
    virtual ~Surface() = default;
    virtual int pixel(int place) const = 0;
    int width = 4;
};

inline int row(Surface const& surface) {
    int sum = 0;
    for (int place = 0; place < surface.width; ++place)
        sum += surface.pixel(place);
    return sum;
}

struct Painter {
    Surface* surface;
    int paint() const { return row(*surface) + surface->pixel(9); }
};

struct Screen : Surface {
    int pixel(int place) const override { return place * place; }
};

int main() {
    Screen screen;
    Painter painter{&screen};
    std::printf("%d %d\n", painter.paint(), row(screen));
}

// PRINTS: 95 14
