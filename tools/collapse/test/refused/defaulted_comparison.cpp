// SPDX-License-Identifier: BSD-2-Clause
// The class's defaulted comparison compares its base by the base's own function.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    int key = 1;
    int cached = 0;
    bool operator==(Base const& other) const { return key == other.key; }
};

struct Derived : Base {
    int more = 2;
    // CHECK: error[C0309]: the defaulted comparison will compare the members of the whole hierarchy
    // CHECK-NEXT: --> {{.*}}defaulted_comparison.cpp:[[#@LINE+1]]:10
    bool operator==(Derived const&) const = default;
};

int main() {
    Derived first;
    Derived second;
    second.cached = 7;
    std::printf("%d\n", first == second);
}
