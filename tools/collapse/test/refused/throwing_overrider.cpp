// SPDX-License-Identifier: BSD-2-Clause
// The constructor calls a function of a base that cannot throw, and runs one that does.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    ~Base() { std::puts("-base"); }
    virtual void start() {}
};

struct Other : virtual Base {
    void begin() { start(); }
};

struct Middle : virtual Base {
    void start() override { throw 1; }
};

struct Derived : Other, Middle {
    // CHECK: error[C0408]: an exception may leave this constructor after that of `Base`, whose
    // CHECK-NEXT: --> {{.*}}throwing_overrider.cpp:[[#@LINE+1]]:5
    Derived() { begin(); }
};

int main() {
    try {
        Derived derived;
    } catch (int) {
        std::puts("caught");
    }
}
