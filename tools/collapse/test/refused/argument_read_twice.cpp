// SPDX-License-Identifier: BSD-2-Clause
// An argument that reads by a reference to const is not read twice: its value may change.
// RUN: %refused --class Derived %s
#include <algorithm>

int state = 1;

int next() {
    return ++state;
}

struct Base {
    explicit Base(int value) : first(value), between(next()), last(value) {}
    int first;
    int between;
    int last;
};

struct Derived : Base {
    // CHECK: error[C0404]: the argument for `value` of `Base` would not be evaluated exactly once
    // CHECK-NEXT: --> {{.*}}argument_read_twice.cpp:[[#@LINE+1]]:22
    Derived() : Base(std::max(state, 0)) {}
};

int main() {
    return Derived().last;
}
