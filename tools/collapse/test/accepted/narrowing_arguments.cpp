// SPDX-License-Identifier: BSD-2-Clause
// An argument takes the type of the base's parameter before it reaches the base's member.
// RUN: %same_output --class Small %s
#include <cstdio>

struct Byte {
    explicit Byte(unsigned char value) : value(value) {}
    int value;
};

struct Ratio : Byte {
    Ratio(unsigned char value, int by) : Byte(value), quotient(7 / by) {}
    double quotient;
};

struct Small : Ratio {
    explicit Small(int value) : Ratio(static_cast<unsigned char>(value + 200), 2) {}
};

int main() {
    Small small(100);
    std::printf("%d %.1f\n", small.value, small.quotient);
}

// PRINTS: 44 3.0
