// SPDX-License-Identifier: BSD-2-Clause
// The body of a base's constructor tells the function's name, which will be another.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    // CHECK: error[C0308]: `__func__` will be another name in the flat class
    // CHECK-NEXT: --> {{.*}}function_name_of_constructor.cpp:[[#@LINE+1]]:24
    Base() { std::puts(__func__); }
};

struct Derived : Base {
    int value = 1;
};

int main() {
    return Derived().value;
}
