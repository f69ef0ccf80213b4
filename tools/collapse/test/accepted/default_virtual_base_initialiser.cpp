// SPDX-License-Identifier: BSD-2-Clause
// A virtual base that the most derived class does not name is initialised by default, though its
// nearer bases name it with arguments.
// RUN: %same_output --class Both %s
#include <cstdio>

struct Root {
    Root() : value(1) {}
    explicit Root(int value) : value(value) {}
    int value;
};

struct Left : virtual Root {
    Left() : Root(10) {}
};

struct Right : virtual Root {
    Right() : Root(20) {}
};

struct Both : Left, Right {
    int twice() const { return 2 * value; }
};

int main() {
    Both both;
    std::printf("%d %d\n", both.value, both.twice());
}

// PRINTS: 1 2
