// SPDX-License-Identifier: BSD-2-Clause
// Members of the class may lie in the tail padding of a base; copies keep both.
// RUN: %same_output --class Entry %s
#include <cstdio>

struct Head {
    Head() = default;
    Head(Head const&) = default;
    Head& operator=(Head const&) = default;
    long key = 1;
    char kind = 'h';
};

struct Entry : Head {
    char flag = 'f';
    short weight = 12;
    [[no_unique_address]] struct Nothing {
    } nothing;
};

int main() {
    Entry first;
    first.kind = 'x';
    Entry second = first;
    second.flag = 'y';
    first = second;
    std::printf("%ld %c %c %d\n", first.key, first.kind, first.flag, first.weight);
}

// PRINTS: 1 x y 12
