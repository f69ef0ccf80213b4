// SPDX-License-Identifier: BSD-2-Clause
// A destructor of the class returns early; the base's destructor runs nevertheless.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    explicit Derived(bool quiet) : quiet(quiet) {}
    ~Derived() {
        // CHECK: error[C0410]: the destructor may leave before its end, where those of bases would
        // CHECK-NEXT: --> {{.*}}returning_destructor.cpp:[[#@LINE+1]]:20
        if (quiet) return;
        std::puts("-derived");
    }
    bool quiet;
};

int main() {
    Derived loud(false);
    Derived quiet(true);
}
