// SPDX-License-Identifier: BSD-2-Clause
// One declaration declares several members, functions among them.
// RUN: %same_output --class Triple %s
#include <cstdio>

struct Numbers {
    int first = 1, second{2}, *third = &second, fourth[2] = {4, 5};
    struct Inner {
        int value = 6;
    } inner, *link = &inner;
    int sum() const, product() const;
    static inline int made = 3, lost = 4;
};

int Numbers::sum() const {
    return first + second + *third + fourth[1];
}
int Numbers::product() const {
    return link->value * made * lost;
}

struct Triple : Numbers {
    int first = 100, last = 200;
    int all() const { return sum() + product() + first + last + Numbers::first; }
};

int main() {
    Triple triple;
    std::printf("%d %d %d\n", triple.sum(), triple.product(), triple.all());
}

// PRINTS: 10 72 383
