// SPDX-License-Identifier: BSD-2-Clause
// A constructor fails after a base with a destructor is complete: only the base is destroyed.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    Base() { std::puts("+base"); }
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    // CHECK: error[C0408]: an exception may leave this constructor after that of `Base`, whose
    // CHECK-NEXT: --> {{.*}}throwing_constructor.cpp:[[#@LINE+1]]:14
    explicit Derived(int value) {
        if (value < 0) throw value;
    }
    ~Derived() { std::puts("-derived"); }
};

int main() {
    try {
        Derived derived(-1);
    } catch (int value) {
        std::printf("%d\n", value);
    }
}
