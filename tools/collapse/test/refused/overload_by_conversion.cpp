// SPDX-License-Identifier: BSD-2-Clause
// A conversion to the base loses against an exact match today; afterwards both are exact.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

int kind(Base const&, long) {
    return 1;
}
int kind(Derived const&, int) {
    return 2;
}
int pick(Base const&, int) {
    return 3;
}
int pick(Derived const&, long) {
    return 4;
}

int main() {
    Derived derived;
    // CHECK: error[C0{{[0-9]+}}]:
    // CHECK-NEXT: --> {{.*}}overload_by_conversion.cpp:[[#@LINE+2]]:
    Base const& base = derived;
    std::printf("%d %d\n", kind(derived, 1), pick(base, 1) + kind(base, 1L) + pick(derived, 2L));
}
