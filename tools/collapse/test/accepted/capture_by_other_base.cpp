// SPDX-License-Identifier: BSD-2-Clause
// A name in one base's body means a function of the namespace, in another base a member.
// RUN: %same_output --class Meter %s
#include <cstdio>

namespace unit {
int scale(int value) {
    return value * 1000;
}
int const zero = 5;
} // namespace unit

using unit::scale;
using namespace unit;

struct Voltage {
    int millivolts(int value) const { return scale(value) + zero; }
};

struct Current {
    int scale(int value) const { return value + 1; }
    int milliamperes(int value) const { return scale(value) + zero; }
    int zero = 2;
};

struct Meter : Voltage, Current {
    int power(int value) const { return millivolts(value) * milliamperes(value); }
};

int main() {
    Meter meter;
    std::printf("%d %d %d\n", meter.millivolts(3), meter.milliamperes(3), meter.power(2));
}

// PRINTS: 3005 6 10025
