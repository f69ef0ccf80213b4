// SPDX-License-Identifier: BSD-2-Clause
// The distance between two bases is printed.
// RUN: %refused --class Both %s
#include <cstdint>
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
    // CHECK: error[C03{{[0-9]+}}]:
    // CHECK-NEXT: --> {{.*}}difference_of_addresses.cpp:[[#@LINE+1]]:
    auto first = reinterpret_cast<std::uintptr_t>(static_cast<Left*>(&both));
    auto second = reinterpret_cast<std::uintptr_t>(static_cast<Right*>(&both));
    std::printf("%d\n", static_cast<int>(second - first));
}
