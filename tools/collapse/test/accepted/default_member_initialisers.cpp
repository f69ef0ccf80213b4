// SPDX-License-Identifier: BSD-2-Clause
// Initialisers written at the members hold where no constructor says otherwise.
// RUN: %same_output --class Options %s
#include <cstdio>

int next() {
    static int count = 0;
    return ++count;
}

struct Common {
    Common() = default;
    explicit Common(int level) : level(level) {}
    int first = next();
    int level = 5;
    int sum = first + level;
};

struct Extra : Common {
    using Common::Common;
    int second = next() * 10;
};

struct Options : Extra {
    Options() = default;
    explicit Options(int level) : Extra(level) {}
    int third = sum + second;
};

int main() {
    Options plain;
    Options deep(50);
    std::printf("%d %d %d %d %d\n", plain.first, plain.level, plain.sum, plain.second, plain.third);
    std::printf("%d %d %d %d %d\n", deep.first, deep.level, deep.sum, deep.second, deep.third);
}

// PRINTS: 1 5 6 20 26
// PRINTS: 3 50 53 40 93
