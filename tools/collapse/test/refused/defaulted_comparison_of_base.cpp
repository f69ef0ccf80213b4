// SPDX-License-Identifier: BSD-2-Clause
// The base's defaulted comparison compares the base's members only.
// RUN: %refused --class Derived %s
#include <compare>
#include <cstdio>

struct Base {
    int key = 1;
    auto operator<=>(Base const&) const = default;
};

// CHECK: error[C0{{[0-9]+}}]: {{.*}}
// CHECK: defaulted_comparison_of_base.cpp:
struct Derived : Base {
    int more = 2;
};

int main() {
    Derived first;
    Derived second;
    second.more = 7;
    std::printf("%d\n", first == second);
}
