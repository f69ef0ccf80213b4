// SPDX-License-Identifier: BSD-2-Clause
// The body of a base's constructor runs before an initialiser of the class: both print.
// RUN: %refused --class Derived %s
#include <cstdio>

int trace(int value) {
    std::printf("%d\n", value);
    return value;
}

struct Base {
    Base() { trace(1); }
};

struct Derived : Base {
    // CHECK: error[C0407]: this initialiser would run before the body of the constructor of `Base`
    // CHECK-NEXT: --> {{.*}}initialiser_after_body.cpp:[[#@LINE+1]]:17
    Derived() : value(trace(2)) {}
    int value;
};

int main() {
    return Derived().value;
}
