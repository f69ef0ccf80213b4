// SPDX-License-Identifier: BSD-2-Clause
// An argument with an effect belongs to a parameter that the base does not use.
// RUN: %refused --class Derived %s
int counter = 0;

struct Base {
    explicit Base(int) {}
    int value = 1;
};

struct Derived : Base {
    // CHECK: error[C0404]: the argument for `` of `Base` has effects, but nothing uses the
    // CHECK-NEXT: --> {{.*}}unused_argument.cpp:[[#@LINE+1]]:22
    Derived() : Base(++counter) {}
};

int main() {
    return Derived().value + counter;
}
