// SPDX-License-Identifier: BSD-2-Clause
// A function of a base prints its own full name.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    // CHECK: error[C0308]: `__PRETTY_FUNCTION__` will be another name in the flat class
    // CHECK-NEXT: --> {{.*}}pretty_function.cpp:[[#@LINE+1]]:39
    char const* name() const { return __PRETTY_FUNCTION__; }
};

struct Derived : Base {};

int main() {
    std::puts(Derived().name());
}
