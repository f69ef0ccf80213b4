// SPDX-License-Identifier: BSD-2-Clause
// An array of objects that print is not made before the body of a base's constructor.
// RUN: %refused --class Derived %s
#include <array>
#include <cstdio>

struct Element {
    Element() { std::puts("element"); }
};

struct Base {
    Base() { std::puts("base"); }
};

struct Derived : Base {
    // CHECK: error[C0407]: this initialiser would run before the body of the constructor of `Base`
    // CHECK-NEXT: --> {{.*}}elements_after_body.cpp:[[#@LINE+1]]:5
    Derived() {}
    std::array<Element, 2> elements[2];
};

int main() {
    Derived const derived;
}
