// SPDX-License-Identifier: BSD-2-Clause
// A header of the user is included in the midst of a base.
// RUN: %same_output --class Numbers --flag=-I%inputs %s
#include <cstdio>

struct Values {
#include "value_members.inc"
    int sum() const { return first + second + third(); }
};

struct Numbers : Values {
    int first_again() const { return first; }
};

int main() {
    Numbers numbers;
    std::printf("%d %d\n", numbers.sum(), numbers.first_again());
}

// PRINTS: 6021 1
