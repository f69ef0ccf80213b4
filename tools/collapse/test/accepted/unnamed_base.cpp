// SPDX-License-Identifier: BSD-2-Clause
// A base is an unnamed structure with a name for linkage, another is named by an alias.
// RUN: %same_output --class Named %s
#include <cstdio>

typedef struct {
    int value;
} Plain;

struct Other {
    int other = 5;
};
using Alias = Other;

struct Named : Plain, Alias {
    Named() { value = 1; }
    int sum() const { return Plain::value + Alias::other; }
};

int twice(Plain const& plain) {
    return plain.value * 2;
}

int main() {
    Named named;
    named.value += 10;
    std::printf("%d %d\n", named.sum(), twice(named));
}

// PRINTS: 16 22
