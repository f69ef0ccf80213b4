// SPDX-License-Identifier: BSD-2-Clause
// The base's defaulted comparison compares the base's members only.
// RUN: %refused --class Derived %s
#include <compare>
#include <cstdio>

struct Base {
    int key = 1;
    // CHECK: error[C0309]: the defaulted comparison will compare the members of the whole hierarchy
    // CHECK-NEXT: --> {{.*}}defaulted_comparison_of_base.cpp:[[#@LINE+1]]:10
    auto operator<=>(Base const&) const = default;
};

struct Derived : Base {
    int more = 2;
};

int main() {
    Derived first;
    Derived second;
    second.more = 7;
    std::printf("%d\n", first == second);
}
