// SPDX-License-Identifier: BSD-2-Clause
// Aggregates initialised by clauses in parentheses (C++20).
// RUN: %same_output --class Plain %s
#include <cstdio>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

struct Plain {
    int a;
    char b;
    long c;
};

int main() {
    Plain whole(1, 'b', 2), part(3, 'c');
    std::printf("%d %c %ld %d %c %ld\n", whole.a, whole.b, whole.c, part.a, part.b, part.c);
}

// PRINTS: 1 b 2 3 c 0
