// SPDX-License-Identifier: BSD-2-Clause
// A static variable of a base's function exists once.
// RUN: %same_output --class Generator %s
#include <cstdio>

struct Numbers {
    int next() {
        static int last = 0;
        return ++last;
    }
    virtual ~Numbers() = default;
    virtual int draw() {
        static int drawn = 100;
        return drawn += next();
    }
};

struct Generator : Numbers {
    int draw() override { return Numbers::draw() * 10; }
};

int main() {
    Generator first;
    Generator second;
    int draws[] = {first.draw(), second.draw(), second.next(), first.Numbers::draw()};
    for (int draw : draws)
        std::printf("%d\n", draw);
}

// PRINTS: 1010
// PRINTS: 1030
// PRINTS: 3
// PRINTS: 107
