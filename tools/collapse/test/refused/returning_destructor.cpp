// SPDX-License-Identifier: BSD-2-Clause
// A destructor of the class returns early; the base's destructor runs nevertheless.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    explicit Derived(bool quiet) : quiet(quiet) {}
    // CHECK: error[C04{{[0-9]+}}]: {{.*}}
    // CHECK: returning_destructor.cpp:
    ~Derived() {
        if (quiet) return;
        std::puts("-derived");
    }
    bool quiet;
};

int main() {
    Derived loud(false);
    Derived quiet(true);
}
