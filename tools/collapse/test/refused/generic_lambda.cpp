// SPDX-License-Identifier: BSD-2-Clause
// What a generic lambda expression asks of a base is known once it is called.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual int get() const { return 1; }
    int base = 1;
};

struct Derived : Base {
    int get() const override { return 2; }
    long own[4] = {};
};

int main() {
    Derived derived;
    Base& base = derived;
    // CHECK: error[C0305]: the size or alignment of the base `Base` is asked for
    // CHECK-NEXT: --> {{.*}}generic_lambda.cpp:[[#@LINE+1]]:
    auto const size = [](auto& object) { return sizeof object; };
    std::printf("%zu\n", size(base));
}
