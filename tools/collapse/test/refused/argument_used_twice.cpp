// SPDX-License-Identifier: BSD-2-Clause
// An argument with an effect would be computed twice: the base uses its parameter twice.
// RUN: %refused --class Derived %s
int counter = 0;

struct Base {
    explicit Base(int number) : first(number), second(number) {}
    int first;
    int second;
};

struct Derived : Base {
    // CHECK: error[C0404]: the argument for `number` of `Base` would not be evaluated exactly once
    // CHECK-NEXT: --> {{.*}}argument_used_twice.cpp:[[#@LINE+1]]:22
    Derived() : Base(++counter) {}
};

int main() {
    Derived derived;
    return derived.first + derived.second;
}
