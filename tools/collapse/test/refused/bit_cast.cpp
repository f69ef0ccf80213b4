// SPDX-License-Identifier: BSD-2-Clause
// `std::bit_cast` reads an object as another type.
// RUN: %refused --class Pair %s
#include <bit>

struct First {
    int first = 1;
};

struct Pair : First {
    int second = 2;
};

int main() {
    // CHECK: error[C0313]: an object of the hierarchy is taken as bytes
    // CHECK-NEXT: --> {{.*}}bit_cast.cpp:[[#@LINE+1]]:29
    return static_cast<int>(std::bit_cast<unsigned long>(Pair()) >> 32);
}
