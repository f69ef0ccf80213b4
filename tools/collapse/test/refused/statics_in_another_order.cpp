// SPDX-License-Identifier: BSD-2-Clause
// A static member of the base moves past a variable that is initialised after it.
// RUN: %refused --class Derived --flag=-std=c++17 %s
#include <cstdio>

int next() {
    static int number = 0;
    return ++number;
}

struct Base {
    // CHECK: error[C0413]: `Base::first` moves to `Derived`, after `second`
    // CHECK-NEXT: --> {{.*}}statics_in_another_order.cpp:[[#@LINE+1]]:23
    inline static int first = next();
    virtual int get() const { return first; }
};

int second = next();

struct Derived : Base {
    int get() const override { return 10 * first; }
};

int main() {
    std::printf("%d %d\n", Derived().get(), second);
}
