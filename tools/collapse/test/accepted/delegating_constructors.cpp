// SPDX-License-Identifier: BSD-2-Clause
// A constructor of the class that delegates leaves the bases to the one that it delegates to; a
// base's that delegates is followed.
// RUN: %same_output --class Window %s
#include <cstdio>

struct Area {
    Area(int width, int height) : width(width), height(height) {}
    explicit Area(int edge) : Area(edge, edge) {}
    int width;
    int height;
};

struct Window : Area {
    Window(int edge, char const* title) : Area(edge), title(title) {
        std::printf("window %s\n", title);
    }
    explicit Window(char const* title) : Window(10, title) { std::puts("of default size"); }
    char const* title;
};

int main() {
    Window large(30, "large");
    Window usual("usual");
    std::printf("%d %d %d %d\n", large.width, large.height, usual.width, usual.height);
}

// PRINTS: window large
// PRINTS: window usual
// PRINTS: of default size
// PRINTS: 30 30 10 10
