// SPDX-License-Identifier: BSD-2-Clause
// A defaulted `<=>` compares members in their order.
// RUN: %refused --class Key %s
#include <compare>

struct Key {
    int major = 0;
    int minor = 0;
    // CHECK: error[R0409]: the compiler makes this comparison from the members in their order
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:10
    auto operator<=>(Key const&) const = default;
};

int main() {
    return Key() < Key();
}
