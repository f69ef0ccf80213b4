// SPDX-License-Identifier: BSD-2-Clause
// The addresses of two bases of one object are compared as numbers: they become one.
// RUN: %refused --class Both %s
#include <cstdio>

struct Left {
    int left = 1;
};

struct Right {
    int right = 2;
};

struct Both : Left, Right {};

int main() {
    Both both;
    Left* left = &both;
    Right* right = &both;
    // CHECK: error[C0319]: the address of an object of the hierarchy is compared as a number or
    // CHECK-NEXT: --> {{.*}}addresses_as_numbers.cpp:[[#@LINE+1]]:52
    bool const same = reinterpret_cast<long>(left) == reinterpret_cast<long>(right);
    std::printf("%d\n", same);
}
