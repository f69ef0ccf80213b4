// SPDX-License-Identifier: BSD-2-Clause
// A function is overloaded for references to base and class.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

int kind(Base const&) {
    return 1;
}
// CHECK: error[C0316]: overloads of `kind` differ only in classes of one hierarchy
// CHECK-NEXT: --> {{.*}}overloads_for_both.cpp:[[#@LINE+1]]:5
int kind(Derived const&) {
    return 2;
}

int main() {
    Derived derived;
    Base const& base = derived;
    std::printf("%d %d\n", kind(base), kind(derived));
}
