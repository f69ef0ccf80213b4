// SPDX-License-Identifier: BSD-2-Clause
// A base's initialisers move into a constructor whose parameters have other meanings for the names
// that they use.
// RUN: %same_output --class Buffer %s
#include <cstdio>

int const limit = 64;
int twice(int value) {
    return 2 * value;
}

struct Store {
    explicit Store(int size) : capacity(limit + size), half(twice(size)) {}
    int capacity;
    int half;
};

struct Buffer : Store {
    Buffer(int limit, int twice) : Store(twice), least(limit) {}
    int least;
};

int main() {
    Buffer buffer(1, 8);
    std::printf("%d %d %d\n", buffer.capacity, buffer.half, buffer.least);
}

// PRINTS: 72 16 1
