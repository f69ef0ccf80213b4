// SPDX-License-Identifier: BSD-2-Clause
// The body of a base's constructor runs before initialisers of the class that are no one value.
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
    Derived() : values{trace(2), trace(3)} {}
    int values[2];
};

int main() {
    return Derived().values[1];
}
