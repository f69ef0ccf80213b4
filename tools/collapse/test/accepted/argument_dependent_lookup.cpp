// SPDX-License-Identifier: BSD-2-Clause
// A function of the base's namespace is found by argument only; the class lies in another one.
// RUN: %same_output --class screen::Icon %s
#include <cstdio>

namespace shape {
struct Figure {
    int area = 3;
};
int measure(Figure const& figure) {
    return figure.area;
}
void scale(Figure& figure, int by) {
    figure.area *= by;
}
} // namespace shape

namespace screen {
struct Icon : shape::Figure {
    int pixels = 9;
};
} // namespace screen

int main() {
    screen::Icon icon;
    scale(icon, 4);
    std::printf("%d %d\n", measure(icon), icon.pixels);
}

// PRINTS: 12 9
